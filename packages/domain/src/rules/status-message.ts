/** After each step of an order the customer gets a short, friendly word by chat, ready to be sent with one tap. */

import { formatKsh } from './money.ts'

export type ToldStatus = 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'

type ToldOrder = {
  shopName: string
  orderNumber: string
  customerName: string
  status: ToldStatus
  /** Whole shillings, delivery included. */
  total: number
  /** Empty in an order by hand: its total is the delivery fee alone, the rest was agreed on elsewhere. */
  items: readonly unknown[]
  /** Money has come, so nothing is left to pay at the door. */
  isPaid: boolean
}

/** The text that the chat opens with; plain lines, so that every phone shows it alike. */
export function statusMessage({
  shopName,
  orderNumber,
  customerName,
  status,
  total,
  items,
  isPaid,
}: ToldOrder): string {
  const firstName = customerName.trim().split(/\s+/)[0] ?? ''
  const toPay = isPaid || total === 0 || items.length === 0 ? '' : ` The amount to pay is ${formatKsh(total)}.`
  const news: Record<ToldStatus, string> = {
    pending: `we have received your order ${orderNumber}.${toPay} May we confirm it?`,
    processing: `we are preparing your order ${orderNumber} and will tell you when it leaves.`,
    shipped: `your order ${orderNumber} is on its way.${toPay} Please keep your phone near for the courier.`,
    delivered: `your order ${orderNumber} has been delivered. Thank you for choosing ${shopName}. We would love to hear how you like it.`,
    cancelled: `your order ${orderNumber} has been cancelled. If that was not intended, just answer here.`,
  }
  return `Hello ${firstName}, this is ${shopName}: ${news[status]}`.replace('Hello ,', 'Hello,')
}
