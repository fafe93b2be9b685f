import { formatKsh } from '@marashi/domain/rules/money'
import { createTransport } from 'nodemailer'
import type { Environment } from '../../../env.ts'
import type { Context } from '../../../kernel/context.ts'

const BATCH = 20
const MAX_ATTEMPTS = 8

export interface Letter {
  messageId: string
  to: string
  subject: string
  text: string
}

/** Sends one letter; throws when it was not accepted. */
export type MailOut = (letter: Letter) => Promise<void>

/** SMTP as configured; null without it. */
export function mailOutFrom(env: Environment): MailOut | null {
  if (!env.SMTP_URL) return null
  const transport = createTransport(env.SMTP_URL)
  return async (letter) => {
    await transport.sendMail({ from: env.MAIL_FROM ?? env.SHOP_EMAIL, ...letter })
  }
}

interface ReceiptRow {
  id: string
  recipient: string
  orderNumber: string
  customerName: string
  amount: number
  receipt: string | null
  lines: { name: string; price: number; quantity: number }[]
  deliveryCharge: number
}

/**
 * Mails the receipts that completed payments have queued, each once: a row is claimed before it is sent and marked after.
 * The letter's id follows from the row, so that a mail server drops the one that a crash made us send again. Without SMTP
 * they are kept, and the log says that they were not sent.
 */
export async function sendReceipts(ctx: Context, mail: MailOut | null): Promise<void> {
  const { em, env, log } = ctx
  if (!mail) {
    const waiting: { id: string }[] = await em.execute(
      `update receipt_mails set last_problem = 'no SMTP_URL' where sent_at is null and last_problem is distinct from 'no SMTP_URL' returning id`,
    )
    for (const { id } of waiting) log.warn({ receipt: id }, 'a receipt was not sent: SMTP_URL is not set')
    return
  }
  const rows: ReceiptRow[] = await em.execute(
    `with claimed as (
       update receipt_mails set attempts = attempts + 1 where id in (
         select id from receipt_mails where sent_at is null and attempts < ${MAX_ATTEMPTS} order by created_at limit ${BATCH} for update skip locked)
       returning id, recipient, payment_id
     )
     select c.id, c.recipient, o.order_number as "orderNumber", o.customer_name as "customerName", p.amount::float8 as amount,
            coalesce(p.receipt_number, p.mpesa_receipt_number) as receipt, o.delivery_charge as "deliveryCharge",
            (select coalesce(json_agg(json_build_object('name', i.product_name, 'price', i.product_price, 'quantity', i.quantity)
               order by i.position), '[]'::json) from order_items i where i.order_id = o.id) as lines
     from claimed c join payments p on p.id = c.payment_id join orders o on o.id = p.order_id`,
  )
  for (const row of rows) {
    try {
      await mail(letterOf(row, env))
      await em.execute('update receipt_mails set sent_at = ?, last_problem = null where id = ?', [ctx.clock(), row.id])
    } catch (error) {
      // A mail server's refusal quotes the address, and the error lists it: the log gets the codes alone.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      log.warn({ receipt: row.id, code, responseCode }, 'a receipt could not be sent')
      await em.execute('update receipt_mails set last_problem = ? where id = ?', [String(error).slice(0, 300), row.id])
    }
  }
}

function letterOf(
  { id, recipient, orderNumber, customerName, amount, receipt, lines, deliveryCharge }: ReceiptRow,
  env: Environment,
): Letter {
  const text = [
    `Dear ${customerName},`,
    '',
    `thank you. We have received ${formatKsh(amount)} for your order ${orderNumber}.`,
    ...(receipt ? [`Receipt: ${receipt}`] : []),
    '',
    ...lines.map(({ name, price, quantity }) => `${quantity} x ${name} - ${formatKsh(price * quantity)}`),
    `Delivery - ${deliveryCharge === 0 ? 'Free' : formatKsh(deliveryCharge)}`,
    `Total - ${formatKsh(amount)}`,
    '',
    `Questions? ${env.SHOP_PHONE} or ${env.SHOP_EMAIL}`,
    env.SHOP_NAME,
  ].join('\n')
  const messageId = `<receipt-${id}@${new URL(env.PUBLIC_URL).hostname}>`
  return { messageId, to: recipient, subject: `Your receipt from ${env.SHOP_NAME} (${orderNumber})`, text }
}
