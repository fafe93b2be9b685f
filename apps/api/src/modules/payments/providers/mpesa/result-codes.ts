/**
 * What Safaricom's result codes mean for an attempt and in which words a shopper reads it (facts/mpesa C6). Codes that
 * are not listed are no verdict in a status query; in a callback they mean that the payment failed.
 */
export interface MpesaResult {
  kind: 'failed' | 'cancelled'
  reason: string
  /** True where a status query may be believed as well. */
  isFinalInQuery: boolean
}

const failed = (reason: string, isFinalInQuery = false): MpesaResult => ({ kind: 'failed', reason, isFinalInQuery })

const OUTSIDE_LIMITS = failed('The amount is outside M-Pesa’s limits for this number.')
const NOT_SENT = failed('We could not send the prompt. Please try again.', true)
const MISCONFIGURED = failed('M-Pesa is temporarily unavailable.')

// A map: the codes come from outside, and an object would also know the code `constructor`.
const results = new Map<string, MpesaResult>(
  Object.entries({
    1: failed('Insufficient funds. Top up and try again.', true),
    2: OUTSIDE_LIMITS,
    3: OUTSIDE_LIMITS,
    4: OUTSIDE_LIMITS,
    8: OUTSIDE_LIMITS,
    17: failed('Wait two minutes, then try again.'),
    26: failed('M-Pesa is busy. Try again shortly.'),
    1001: failed('Another M-Pesa request is open on your phone. Close it, wait 1–3 minutes.', true),
    1019: failed('The request expired. Send it again.', true),
    1025: NOT_SENT,
    9999: NOT_SENT,
    1032: { kind: 'cancelled', reason: 'Transaction cancelled.', isFinalInQuery: true },
    1037: failed('We could not reach your phone. Check signal, dial *234# to update SIM menu, try again.', true),
    2001: failed('Wrong M-Pesa PIN.', true),
    2028: MISCONFIGURED,
    SFC_IC0003: MISCONFIGURED,
    8006: failed('M-Pesa has locked this PIN. Contact Safaricom.'),
  }),
)

/** The meaning of a callback's non-zero code. */
export const resultOfCallback = (code: string): MpesaResult => results.get(code) ?? failed('Payment failed.')

/** The meaning of a query's non-zero code; undefined where it settles nothing. */
export function resultOfQuery(code: string): MpesaResult | undefined {
  const result = results.get(code)
  return result?.isFinalInQuery ? result : undefined
}
