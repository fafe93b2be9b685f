import { formatKsh } from '@marashi/domain/rules/money'
import type { Environment } from '../../../env.ts'
import type { Email } from '../receipts/smtp.ts'

export interface RefundToAnnounce {
  id: string
  recipient: string
  orderNumber: string
  customerName: string
  amountShillings: number
  /** When the money arrives, as the end of a sentence that begins with "It"; null where the shop gave it back by hand. */
  arrival: string | null
  receipt: string | null
}

/** What the shopper may expect of a refund. Its id follows from the row, so that a mail server drops a second copy. */
export function refundEmail(refund: RefundToAnnounce, env: Environment): Email {
  const { id, recipient, orderNumber, customerName, amountShillings, arrival, receipt } = refund
  const text = [
    `Dear ${customerName},`,
    '',
    `we have refunded ${formatKsh(amountShillings)} of your order ${orderNumber}.`,
    ...(arrival ? [`It ${arrival}.`] : []),
    ...(receipt ? [`Receipt: ${receipt}`] : []),
    '',
    `Questions? ${env.SHOP_PHONE} or ${env.SHOP_EMAIL}`,
    env.SHOP_NAME,
  ].join('\n')
  const messageId = `<refund-${id}@${new URL(env.PUBLIC_URL).hostname}>`
  return { messageId, to: recipient, subject: `Your refund from ${env.SHOP_NAME} (${orderNumber})`, text }
}
