import { formatKsh } from '@marashi/domain/rules/money'
import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { orderPageUrl } from '@marashi/domain/rules/order-page-address'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { shopperEmail } from '../../mail/shopper-email.ts'
import type { Email } from '../../mail/smtp.ts'
import { placeNameOf } from '../../orders/receipt-of-order.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'

/** The receipt of a payment. Its id follows from the row, so that a mail server drops the one that a crash sent again. */
export async function receiptEmail(
  ctx: Pick<Context, 'em' | 'env' | 'settings'>,
  { emailId, recipient, paymentId }: { emailId: string; recipient: string; paymentId: string },
): Promise<Email> {
  const {
    orderNumber,
    pageSecret,
    customerName,
    amount,
    receipt,
    paidAt,
    promise,
    isOrderOver,
    placeName: place,
    ...order
  } = await factsOf(ctx.em, paymentId)
  const { shop, receipt: words } = await settingsOf(ctx)
  const body = shopperEmail({
    shop,
    customerName,
    lines: [
      `thank you. We have received ${formatKsh(amount)} for your order ${orderNumber}.`,
      ...(receipt ? [`Receipt: ${receipt}`] : []),
      `Paid: ${nairobiTime(paidAt)}`,
    ],
    // The owner may have booked an amount that is not the order's, and asks for no more of it here. The money did come, whatever
    // has become of the order since.
    receipt: { ...order, place, isPaid: amount >= order.total && !isOrderOver, isOver: true },
    promise: isOrderOver ? null : promise,
    link: { label: 'Follow your order', url: orderPageUrl(ctx.env.PUBLIC_URL, pageSecret) },
    footer: words.footer,
  })
  const messageId = `<receipt-${emailId}@${new URL(ctx.env.PUBLIC_URL).hostname}>`
  return { messageId, to: recipient, subject: `Your receipt from ${shop.name} (${orderNumber})`, ...body }
}

/** Amounts are shillings. */
const factsOf = (em: Context['em'], paymentId: string) =>
  db(em)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.id', '=', paymentId)
    .select([
      'o.order_number as orderNumber',
      'o.page_secret as pageSecret',
      'o.customer_name as customerName',
      'p.amount',
      'o.subtotal',
      'o.delivery_charge as deliveryCharge',
      'o.total',
      'o.delivery_promise as promise',
    ])
    .select(({ eb, or, fn, selectFrom }) => [
      placeNameOf,
      or([eb('o.status', '=', 'cancelled'), eb('o.deleted_at', 'is not', null), eb('o.refunded_at', 'is not', null)])
        .$castTo<boolean>()
        .as('isOrderOver'),
      fn.coalesce('p.completed_at', 'p.created_at').as('paidAt'),
      fn.coalesce('p.receipt_number', 'p.provider_receipt').as('receipt'),
      jsonArrayFrom(
        selectFrom('order_items as i')
          .whereRef('i.order_id', '=', 'o.id')
          .select(['i.product_name as name', 'i.product_price as price', 'i.quantity'])
          .orderBy('i.position'),
      ).as('items'),
    ])
    .executeTakeFirstOrThrow()
