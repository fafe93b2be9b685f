import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { formatKsh } from '@marashi/domain/rules/money'
import { isAgreedElsewhere, sumToPay } from '@marashi/domain/rules/sum-to-pay'
import { mpesaCopy } from '../../copy/mpesa.ts'
import { orderCopy } from '../../copy/order.ts'

/** The state of an order in words: what it is, and what happens next. */
export function orderWords(order: OrderPage, shopName: string): { heading: string; lead: string } {
  const key = keyOf(order)
  return { heading: orderCopy.headings[key], lead: leadOf(order, key, shopName) }
}

type Key = keyof typeof orderCopy.headings

function keyOf({ state, status }: OrderPage): Key {
  if (status === 'cancelled') return 'cancelled'
  if (state !== 'paid' && state !== 'on-delivery') return state
  return status === 'pending' ? 'received' : status
}

function leadOf(order: OrderPage, key: Key, shopName: string): string {
  const { leads } = orderCopy
  const total = formatKsh(order.total)
  const place = order.placeName
  if (key === 'unpaid') {
    // It is checked for another order first, and nobody knows whose money it is: this one may still be paid.
    if (order.receiptClaim?.state === 'checking') return order.receiptClaim.message
    const reason = order.failureCode && mpesaCopy.failures[order.failureCode].text
    return reason ? `${leads.failed(reason)} ${leads.unpaid(total)}` : leads.unpaid(total)
  }
  if (key === 'pending') return leads.pending(total)
  if (key === 'checking') return order.receiptClaim?.message ?? ''
  if (key === 'cancelled')
    return order.payment ? leads.cancelledPaid(formatKsh(amountPaid(order) ?? order.total)) : leads.cancelled
  if (key === 'refunded') return leads.refunded
  if (key === 'delivered') return leads.delivered(shopName)
  if (key === 'received') return leads.received(place) + courierWords(order)
  return leads[key](place, order.phone) + courierWords(order)
}

function courierWords(order: OrderPage): string {
  const sum = sumForCourier(order)
  if (sum !== null) return ` ${orderCopy.leads.payCourier(formatKsh(sum))}`
  // Where the perfumes were agreed on elsewhere, nothing is said of money, as in the e-mail.
  if (!order.isCourierSumUndecided || isAgreedElsewhere(order)) return ''
  const claim = order.receiptClaim
  return ` ${claim?.state === 'checking' ? claim.message : orderCopy.leads.checkingPayment}`
}

/** What the courier is to be paid, in shillings; null where nobody pays the courier a sum that the shop can name. */
export const sumForCourier = (order: OrderPage): number | null => sumToPay({ ...order, leftToPay: leftOf(order) })

function leftOf({ state, total, leftToCourier, isCourierSumUndecided }: OrderPage): number {
  // An answer that a browser keeps from before says nothing of an order that is to be paid to the courier as a whole.
  const isFromBefore = (isCourierSumUndecided as boolean | undefined) === undefined
  return isFromBefore && state === 'on-delivery' ? total : (leftToCourier ?? 0)
}

/** What came for the order, in shillings; null where nothing came. */
export function amountPaid({ payment, total }: OrderPage): number | null {
  if (!payment) return null
  // An answer that a browser keeps from before has none.
  return (payment as { amount?: number }).amount ?? total
}

/** Nothing is going to be paid or delivered any more. */
export const isOver = ({ state, status }: Pick<OrderPage, 'state' | 'status'>): boolean =>
  status === 'delivered' || status === 'cancelled' || state === 'refunded'

/** After how many seconds the shop is asked again; 0 where nothing changes any more. */
export function asksAgainAfter(order: OrderPage): number {
  const { state, refunds } = order
  if (state === 'pending' || state === 'checking') return 3
  if (state === 'unpaid') return 10
  if (refunds.some(({ isDone }) => !isDone)) return 60
  return isOver(order) ? 0 : 60
}
