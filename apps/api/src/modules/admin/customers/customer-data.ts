import type { CustomerData } from '@marashi/domain/contracts/admin-customers'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { NotNull } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { adminOrderColumns } from '../../orders/admin-order-row.ts'
import { anyId } from './any-id.ts'
import { customerOf } from './customer-of.ts'
import { phoneKey } from './list-customers.ts'
import { paymentEmailsTo } from './payment-emails-to.ts'

/** Everything that the shop holds about who ordered by a phone, deleted orders too. Throws NOT_FOUND. */
export async function customerData(
  { em, log }: Pick<Context, 'em' | 'log'>,
  { id }: { id: string },
): Promise<CustomerData> {
  const customer = await customerOf(em, id)
  const orders = await db(em)
    .selectFrom('orders as o')
    .where(({ eb, ref }) => eb(phoneKey(ref('o.customer_phone')), '=', customer.phone))
    .select(adminOrderColumns)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
  const ids = orders.map(({ id }) => id)
  const theirs = anyId(ids)
  const [payments, notes, emails, reviews] = await Promise.all([
    db(em)
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .where('o.id', '=', theirs)
      .select(({ ref, fn }) => [
        'o.order_number as orderNumber',
        'p.payment_method as method',
        'p.status',
        'p.amount',
        fn.coalesce('p.provider_receipt', 'p.receipt_number').as('receipt'),
        'p.mpesa_phone as phone',
        instant(ref('p.created_at')).as('createdAt'),
      ])
      .orderBy('p.created_at')
      .orderBy('p.id')
      .execute(),
    db(em)
      .selectFrom('order_notes as n')
      .innerJoin('orders as o', 'o.id', 'n.order_id')
      .where('o.id', '=', theirs)
      .select(({ ref }) => ['o.order_number as orderNumber', 'n.text', instant(ref('n.written_at')).as('writtenAt')])
      .orderBy('n.id')
      .execute(),
    emailsOf(em, ids),
    db(em)
      .selectFrom('reviews as r')
      .where('r.order_id', '=', theirs)
      .select(({ ref }) => [
        'r.customer_name as name',
        'r.rating',
        'r.content',
        instant(ref('r.created_at')).as('createdAt'),
      ])
      .orderBy('r.created_at')
      .orderBy('r.id')
      .execute(),
  ])
  log.warn({ security: 'customer-exported', orderId: id }, 'the data of a customer were exported')
  return { customer, orders, payments, notes, emails, reviews }
}

/** Receipts and refunds keep whom they were sent to; an e-mail about an order went to the order's address. */
const emailsOf = (em: EntityManager, orderIds: string[]) =>
  db(em)
    .selectFrom(({ selectFrom }) =>
      paymentEmailsTo(em, orderIds)
        .select(['e.recipient', 'e.sent_at', 'e.created_at as since', 'e.id'])
        .unionAll(
          selectFrom('order_emails as e')
            .innerJoin('orders as o', 'o.id', 'e.order_id')
            .where('o.id', '=', anyId(orderIds))
            .where('o.customer_email', 'is not', null)
            .where(({ or, eb }) => or([eb('e.sent_at', 'is not', null), eb('e.next_attempt_at', 'is not', null)]))
            .select(['o.customer_email as recipient', 'e.sent_at', 'e.happened_at as since', 'e.id'])
            .$narrowType<{ recipient: NotNull }>(),
        )
        .as('email'),
    )
    .select(({ ref }) => ['recipient', instant(ref('sent_at')).as('sentAt')])
    .orderBy('since')
    .orderBy('id')
    .execute()
