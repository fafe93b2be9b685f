import { type MpesaFailure, mpesaFailureOf } from '@marashi/domain/rules/mpesa-failure'

/**
 * What Safaricom's result codes mean for an attempt, and the reason that the payment keeps. Codes that are not listed
 * decide nothing in a status query; in a callback they mean that the payment failed.
 */
export interface MpesaResult {
  kind: 'failed' | 'cancelled'
  reason: string
}

const reasons: Record<MpesaFailure, string> = {
  'insufficient-funds': 'Insufficient funds. Top up and try again.',
  'amount-limit': 'The amount is outside M-Pesa’s limits for this number.',
  'repeated-too-soon': 'Wait two minutes, then try again.',
  busy: 'M-Pesa is busy. Try again shortly.',
  'prompt-open': 'Another M-Pesa request is open on your phone. Close it, wait 1–3 minutes.',
  expired: 'The request expired. Send it again.',
  'not-sent': 'We could not send the prompt. Please try again.',
  cancelled: 'Transaction cancelled.',
  unreachable: 'We could not reach your phone. Check signal, dial *234# to update SIM menu, try again.',
  'wrong-pin': 'Wrong M-Pesa PIN.',
  unavailable: 'M-Pesa is temporarily unavailable.',
  'pin-locked': 'M-Pesa has locked this PIN. Contact Safaricom.',
  other: 'Payment failed.',
}

/** Codes that a status query gives only once the payment is over; others it also gives while the prompt is open. */
const finalInQuery = new Set(['1', '1001', '1019', '1025', '9999', '1032', '1037', '2001'])

/** The meaning of a callback's non-zero code. */
export function resultOfCallback(code: string): MpesaResult {
  const failure = mpesaFailureOf(code)
  return { kind: failure === 'cancelled' ? 'cancelled' : 'failed', reason: reasons[failure] }
}

/** The meaning of a query's non-zero code; undefined where it settles nothing. */
export function resultOfQuery(code: string): MpesaResult | undefined {
  return finalInQuery.has(code) ? resultOfCallback(code) : undefined
}
