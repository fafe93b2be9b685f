import type { Quote } from '@marashi/domain/contracts/checkout'
import { readCheckoutDraft } from '../form/checkout-draft.ts'
import { type PendingPayment, readPendingPayment } from '../pending/pending-payment.ts'
import type { CheckoutAttempts, Outcome } from './checkout-attempt.ts'

/** Where the order stands. `paying` is placed and waits for its money; it lets go of the cart when that is there. */
export type Progress =
  | { step: 'filling' }
  | { step: 'sending'; isResumed: boolean }
  | { step: 'changed'; before: number; quote: Quote }
  | { step: 'refused'; text: string; fields: Record<string, string> }
  | { step: 'unknown' }
  | { step: 'paying'; order: PendingPayment }
  | { step: 'placed' }

/**
 * A page that died while sending goes on sending; one that had told the shopper waits to be asked. An order that waits
 * for its money goes on waiting.
 */
export function whereItStands(attempts: CheckoutAttempts): Progress {
  const attempt = attempts.pending()
  const order = readPendingPayment()
  if (!attempt) return order ? { step: 'paying', order } : { step: 'filling' }
  return attempt.isShownAsUnknown ? { step: 'unknown' } : { step: 'sending', isResumed: true }
}

/** Null when nothing is to be paid now. The paying phone stands in the form alone; without one the contact phone pays. */
export function pendingPaymentFrom({ receipt, body }: Extract<Outcome, { kind: 'placed' }>): PendingPayment | null {
  const { paymentMethod: method, customerPhone } = body.order
  if (method === 'manual') return null
  const { id: orderId, orderNumber, total: amountShillings } = receipt
  const phone = method === 'mpesa' ? readCheckoutDraft().mpesaPhone.trim() || customerPhone : ''
  const items = body.items.map(({ productId, quantity }) => ({ productId, quantity }))
  return { orderId, orderNumber, amountShillings, method, phone, startedAt: Date.now(), isAsked: false, items }
}
