import { formatKsh } from '@marashi/domain/rules/money'
import type { Environment } from '../../../env.ts'
import type { Email } from './smtp.ts'

export interface Receipt {
  id: string
  recipient: string
  orderNumber: string
  customerName: string
  /** Shillings, as the prices of the lines and the delivery. */
  amount: number
  receipt: string | null
  lines: { name: string; price: number; quantity: number }[]
  deliveryCharge: number
}

/** The receipt as an e-mail. Its id follows from the row, so that a mail server drops the one that a crash sent again. */
export function receiptEmail(receipt: Receipt, env: Environment): Email {
  const { id, recipient, orderNumber, customerName, amount, lines, deliveryCharge } = receipt
  const text = [
    `Dear ${customerName},`,
    '',
    `thank you. We have received ${formatKsh(amount)} for your order ${orderNumber}.`,
    ...(receipt.receipt ? [`Receipt: ${receipt.receipt}`] : []),
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
