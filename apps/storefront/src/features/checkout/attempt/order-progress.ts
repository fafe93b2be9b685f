import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import { type PendingPayment, readPendingPayment } from '../pending/pending-payment.ts'
import type { CheckoutAttempts, Outcome } from './checkout-attempt.ts'

/** The state of the order. In `paying` it is placed and not yet paid; its lines leave the cart when it is paid. */
export type Progress =
  | { step: 'filling' }
  | { step: 'sending'; isResumed: boolean }
  | { step: 'changed'; before: number; place: string; quote: Quote; text: string }
  /** An order of before did not arrive and can no longer be placed as it was; the cart holds other lines by now. */
  | { step: 'notArrived' }
  | { step: 'refused'; text: string; fields: Record<string, string> }
  /** `isStored`: the shop has an order and does not show it, so the shopper is to ask. */
  | { step: 'unknown'; isStored: boolean }
  /** An order of before has no answer and is gone from the device. `total` is what it asked, in whole shillings. */
  | { step: 'lapsed'; total: number }
  | { step: 'paying'; order: PendingPayment }
  /** The form is back; the shopper may still pay the cancelled order. */
  | { step: 'cancelled'; order: PendingPayment }
  | { step: 'choosingWay'; order: PendingPayment }
  | { step: 'placed' }

/**
 * Where a page continues that was just opened, or whose attempt is gone. An attempt that was interrupted is sent again; after the
 * shopper has seen that its outcome is unknown, only the shopper sends it again. A pending payment goes on, also where another
 * tab has begun it. Of an attempt that is gone without an answer the shopper reads that nobody knows of it.
 */
export function nextProgress(attempts: CheckoutAttempts): Progress {
  const attempt = attempts.pending()
  if (attempt)
    return attempt.isShownAsUnknown ? { step: 'unknown', isStored: false } : { step: 'sending', isResumed: true }
  const order = readPendingPayment()
  if (order) return { step: 'paying', order }
  const lapsed = attempts.lapsed()
  return lapsed ? { step: 'lapsed', ...lapsed } : { step: 'filling' }
}

/** Where an order leads that was not placed. */
export function progressAfter(outcome: Exclude<Outcome, { kind: 'placed' }>, { order }: PlaceOrder): Progress {
  if (outcome.kind === 'unknown') return { step: 'unknown', isStored: outcome.answer === 'stored' }
  if (outcome.kind === 'changed')
    return {
      step: 'changed',
      before: order.total,
      place: order.deliveryLocation,
      quote: outcome.quote,
      text: outcome.text,
    }
  return { step: 'refused', text: outcome.text, fields: outcome.fields }
}

/**
 * Null when nothing is to be paid now. Where the M-Pesa number is not known nobody is prompted: the contact phone may be
 * somebody else's, and the payment asks for the number.
 */
export function pendingPaymentFrom(placed: Extract<Outcome, { kind: 'placed' }>): PendingPayment | null {
  const { receipt, body, phone } = placed
  const { paymentMethod: method } = body.order
  if (method === 'manual') return null
  const { id: orderId, orderNumber, total: amountShillings } = receipt
  const items = body.items.map(({ productId, quantity }) => ({ productId, quantity }))
  return { orderId, orderNumber, amountShillings, method, phone, startedAt: Date.now(), isAsked: false, items }
}
