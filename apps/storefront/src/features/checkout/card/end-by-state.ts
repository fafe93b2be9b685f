import type { PaymentState } from '@marashi/domain/contracts/orders'

/** What the checkout does when a card payment has ended. */
export type CardPaymentEnds = {
  onPaid: () => void
  /** The order is cancelled, and Stripe will not charge it any more. */
  onLeft: () => void
  /** The order stands, and the courier is paid. */
  onDelivery: () => void
  /** All money of the order went back. */
  onRefunded: () => void
  /** The order stays for another way to pay, and Stripe is asked to charge it no more when that is chosen. */
  onOtherWay?: (() => void) | undefined
}

/** Ends the card payment as the order stands at the shop. False, and nothing ends, while the order is unpaid. */
export function endByState(state: PaymentState, { onPaid, onLeft, onDelivery, onRefunded }: CardPaymentEnds): boolean {
  if (state === 'paid') onPaid()
  if (state === 'on-delivery') onDelivery()
  if (state === 'refunded') onRefunded()
  if (state === 'cancelled') onLeft()
  return state !== 'unpaid'
}
