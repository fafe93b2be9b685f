import { formatKsh } from '@marashi/domain/rules/money'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'
import type { Email } from './smtp.ts'

/** The receipt of a payment. Its id follows from the row, so that a mail server drops the one that a crash sent again. */
export async function receiptEmail(
  ctx: Pick<Context, 'em' | 'env' | 'settings'>,
  { emailId, recipient, paymentId }: { emailId: string; recipient: string; paymentId: string },
): Promise<Email> {
  const { orderNumber, customerName, amount, receipt, lines, discount, deliveryCharge } = await factsOf(ctx.em, paymentId)
  const { shop } = await settingsOf(ctx)
  const text = [
    `Dear ${customerName},`,
    '',
    `thank you. We have received ${formatKsh(amount)} for your order ${orderNumber}.`,
    ...(receipt ? [`Receipt: ${receipt}`] : []),
    '',
    ...lines.map(({ name, price, quantity }) => `${quantity} x ${name} - ${formatKsh(price * quantity)}`),
    ...(discount > 0 ? [`Discount - ${formatKsh(discount)}`] : []),
    `Delivery - ${deliveryCharge === 0 ? 'Free' : formatKsh(deliveryCharge)}`,
    `Total - ${formatKsh(amount)}`,
    '',
    `Questions? ${shop.phone} or ${shop.email}`,
    shop.name,
  ].join('\n')
  const messageId = `<receipt-${emailId}@${new URL(ctx.env.PUBLIC_URL).hostname}>`
  return { messageId, to: recipient, subject: `Your receipt from ${shop.name} (${orderNumber})`, text }
}

/** Amounts are shillings. */
const factsOf = (em: Context['em'], paymentId: string) =>
  db(em)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.id', '=', paymentId)
    .select([
      'o.order_number as orderNumber',
      'o.customer_name as customerName',
      'p.amount',
      'o.discount',
      'o.delivery_charge as deliveryCharge',
    ])
    .select(({ fn, selectFrom }) => [
      fn.coalesce('p.receipt_number', 'p.provider_receipt').as('receipt'),
      jsonArrayFrom(
        selectFrom('order_items as i')
          .whereRef('i.order_id', '=', 'o.id')
          .select(['i.product_name as name', 'i.product_price as price', 'i.quantity'])
          .orderBy('i.position'),
      ).as('lines'),
    ])
    .executeTakeFirstOrThrow()
