/** The text of the chat message that reports each status of an order to the customer. */

import { firstName } from './first-name.ts'
import { greetableName } from './greetable-name.ts'
import { formatKsh } from './money.ts'
import { sumToPay } from './sum-to-pay.ts'

export type ReportedStatus = 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'

type ReportedOrder = {
  shopName: string
  orderNumber: string
  customerName: string
  status: ReportedStatus
  items: readonly unknown[]
  /** Shillings, delivery included: all of an order that is not paid, and what a part payment left for the courier. */
  leftToPay: number
  /** A receipt that the customer typed is not decided yet: it may be paid, so nobody asks for the money. */
  hasOpenClaim: boolean
  /** Money of it is flagged for the owner: it may be paid, too. */
  needsCheck: boolean
  /** The link to the order's page. */
  link: string
}

/** The text that the chat opens with; plain text, so that every phone shows the same. */
export function statusMessage(order: ReportedOrder): string {
  const { shopName, orderNumber, customerName, status, link } = order
  const name = greetableName(firstName(customerName))
  const toPay = whatIsToPay(order)
  const messages: Record<ReportedStatus, string> = {
    pending: `we have received your order ${orderNumber}.${toPay} May we confirm it?`,
    processing: `we are preparing your order ${orderNumber} and will tell you when it leaves.`,
    shipped: `your order ${orderNumber} is on its way.${toPay} Please keep your phone near for the courier.`,
    delivered: `your order ${orderNumber} has been delivered. Thank you for choosing ${shopName}. We would love to hear how you like it.`,
    cancelled: `your order ${orderNumber} has been cancelled. If that was not intended, just answer here.`,
  }
  return `${name ? `Hello ${name}` : 'Hello'}, this is ${shopName}: ${messages[status]} See your order: ${link}`
}

function whatIsToPay(order: ReportedOrder): string {
  const sum = sumToPay(order)
  if (sum === null) return ''
  if (order.hasOpenClaim) return ' We are checking the M-Pesa receipt that you typed.'
  if (order.needsCheck) return ' We are checking a payment of this order.'
  return ` The amount to pay is ${formatKsh(sum)}.`
}
