/** A shopper who paid the Till or Paybill without a prompt types the receipt. Nothing is believed before it is proved. */

import { leftToOwnerReasons } from './gateway-transaction.ts'

/** `paid` and `refused` are final, unless the owner takes the money off the order again. */
export const claimStates = ['checking', 'paid', 'refused'] as const
export type ClaimState = (typeof claimStates)[number]

/** Why a claim pays nothing. */
export const claimRefusals = [
  'unknown-receipt', // the provider knows no such receipt
  'not-completed', // reversed, declined or cancelled
  'other-shop', // the money went to another number
  'wrong-amount',
  'not-a-payment', // it moved no money of a customer to the shop
  'used', // it has paid for something already
  'claimed', // it was typed for another order first, and since that one was decided this order owes nothing any more
  'administrator',
] as const
export type ClaimRefusal = (typeof claimRefusals)[number]

/** Why an open claim waits for the owner: its money is left to them, or the provider refuses to be asked. */
export const claimLeftReasons = [...leftToOwnerReasons, 'operator-refused'] as const
export type ClaimLeftReason = (typeof claimLeftReasons)[number]

const refusals: Record<ClaimRefusal, string> = {
  'unknown-receipt': 'M-Pesa does not know this code. Compare it with your message, letter by letter.',
  'not-completed': 'M-Pesa did not complete this payment, or has sent it back to you.',
  'other-shop': 'This payment went to another number, not to this shop.',
  'wrong-amount': 'This payment is not exactly what the order costs. Please contact us: we have noted it.',
  'not-a-payment': 'This code is of no payment to the shop. Please contact us if you have paid.',
  used: 'This code was used for a payment already. Please contact us if you have paid twice.',
  claimed: 'This code was typed for another order first. Please contact us if you have paid.',
  administrator: 'The shop did not find this payment.',
}

/**
 * How a claim stands for the shopper. One that waits for another order's with the same receipt is kept as refused, so that of
 * each receipt one is checked at a time, and is judged as soon as the other one is decided.
 */
export const shownState = ({ state, waitsForOther }: Pick<Claim, 'state' | 'waitsForOther'>): ClaimState =>
  waitsForOther ? 'checking' : state

export interface Claim {
  state: ClaimState
  receipt: string
  reason: ClaimRefusal | null
  /** The administrator's words. */
  note: string | null
  /** The same receipt is being checked for another order first. */
  waitsForOther: boolean
  /** Nobody is asked any more, so the administrator compares it. */
  isWithShop: boolean
}

/** What the shopper reads of a claim. */
export function claimMessage({ state, receipt, reason, note, waitsForOther, isWithShop }: Claim): string {
  if (waitsForOther) return 'Your code is being checked for another order first. Please contact us if you have paid.'
  if (state === 'paid') return `Payment received. Receipt ${receipt}.`
  if (state === 'refused') {
    const words = refusals[reason ?? 'administrator']
    return reason === 'administrator' && note ? `${words} ${note}` : words
  }
  return isWithShop
    ? 'We have your code and compare it with our M-Pesa account ourselves. You need not pay again.'
    : 'We are checking your payment with M-Pesa. This takes a few seconds.'
}
