import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db, isSet } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { limitTable } from '../../http/limits/limit-table.ts'
import { leftToPay } from '../orders/left-to-pay.ts'
import { mailboxOf } from '../orders/mailbox.ts'
import { paymentOfOrder } from '../orders/payment-of-order.ts'
import { placeNameOf } from '../orders/receipt-of-order.ts'
import { openClaims } from '../orders/undecided-money.ts'

const JUST_NOW_MS = 5 * 60_000
const { unpaidEmails } = limitTable

/** A receipt that the shopper typed is being checked, or waits for another order's: then nobody knows yet whose money it is. */
type OpenClaim = 'checking' | 'behind-another'

export type OrderFacts = Awaited<ReturnType<typeof orderFacts>>

const mailbox = (address: 'o.customer_email' | 'other.customer_email') => sql<string>`${sql.raw(mailboxOf(address))}`

/** An order as an e-mail tells it and as decide-sending.ts needs it. Amounts are shillings. */
export const orderFacts = ({ em, clock }: Pick<Context, 'em' | 'clock'>, orderId: string) =>
  db(em)
    .selectFrom('orders as o')
    .where('o.id', '=', orderId)
    .select([
      'o.order_number as orderNumber',
      'o.page_secret as pageSecret',
      'o.customer_name as customerName',
      'o.customer_email as customerEmail',
      'o.delivery_promise as promise',
      'o.status',
      'o.subtotal',
      'o.delivery_charge as deliveryCharge',
      'o.total',
    ])
    .select(({ eb, ref, exists, selectFrom }) => [
      placeNameOf,
      isSet(ref('o.paid_at')).as('isPaid'),
      // By the payment that the order's page shows: the owner may have booked an amount that is not the order's.
      eb
        .and([eb('o.paid_at', 'is not', null), eb(paymentOfOrder.select('p.amount'), '>=', ref('o.total'))])
        .$castTo<boolean>()
        .as('isPaidInFull'),
      isSet(ref('o.deleted_at')).as('isDeleted'),
      isSet(ref('o.refunded_at')).as('isRefunded'),
      leftToPay.as('leftToPay'),
      // What a payment left of an order on delivery is the courier's, too.
      eb
        .or([
          eb('o.payment_method', '=', 'manual'),
          eb.and([eb('o.paid_at', 'is not', null), eb(ref('o.was_on_delivery'), 'is', true)]),
        ])
        .$castTo<boolean>()
        .as('isPaidOnDelivery'),
      exists(
        selectFrom('payments as p')
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.deleted_at', 'is', null)
          .where('p.status', 'in', ['pending', 'processing'])
          .where('p.initiated_at', '>', new Date(clock().getTime() - JUST_NOW_MS))
          .select('p.id'),
      )
        .$castTo<boolean>()
        .as('isBeingPaid'),
      exists(
        selectFrom('payments as p')
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.deleted_at', 'is', null)
          .where('p.attention', 'is not', null)
          .select('p.id'),
      )
        .$castTo<boolean>()
        .as('needsCheck'),
      // What the shopper reads of it on the order's page.
      openClaims
        .orderBy('c.number', 'desc')
        .limit(1)
        .select(({ eb }) =>
          eb
            .case()
            .when('c.waits_for_other', '=', true)
            .then(eb.val<OpenClaim>('behind-another'))
            .else(eb.val<OpenClaim>('checking'))
            .end()
            .as('claim'),
        )
        .as('openClaim'),
      exists(
        selectFrom('payment_emails as e')
          .innerJoin('payments as p', 'p.id', 'e.payment_id')
          .whereRef('p.order_id', '=', 'o.id')
          .where('e.refund_id', 'is', null)
          // The receipt of a payment that was moved here went to somebody else.
          .whereRef('e.recipient', '=', 'o.customer_email')
          .select('e.id'),
      )
        .$castTo<boolean>()
        .as('hasReceiptEmail'),
      eb(
        selectFrom('orders as other')
          .innerJoin('order_emails as e', 'e.order_id', 'other.id')
          .where(({ eb }) => eb(mailbox('other.customer_email'), '=', mailbox('o.customer_email')))
          .where('other.paid_at', 'is', null)
          .where('e.kind', '=', 'received')
          .where('e.sent_at', '>', new Date(clock().getTime() - unpaidEmails.seconds * 1_000))
          .select(({ fn }) => fn.countAll<number>().as('count')),
        '>=',
        unpaidEmails.most,
      )
        .$castTo<boolean>()
        .as('isAddressAtLimit'),
      jsonArrayFrom(
        selectFrom('order_items as i')
          .whereRef('i.order_id', '=', 'o.id')
          .select(['i.product_name as name', 'i.product_price as price', 'i.quantity'])
          .orderBy('i.position'),
      ).as('items'),
    ])
    .executeTakeFirstOrThrow()
