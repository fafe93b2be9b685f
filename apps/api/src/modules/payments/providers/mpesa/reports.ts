import type { PaymentReport } from '../provider-reports.ts'
import type { QueryOutcome } from './daraja-outcomes.ts'
import type { MpesaCallback } from './read-callback.ts'
import { resultOfCallback } from './result-codes.ts'

/** What a callback says of its payment. */
export function reportOf(payload: MpesaCallback): PaymentReport {
  const { resultCode, resultText, amountShillings, receipt } = payload
  if (resultCode !== '0') {
    const { kind, reason } = resultOfCallback(resultCode)
    return { kind: 'outcome', outcome: { payload, kind, code: resultCode, reason, note: resultText.slice(0, 300) } }
  }
  return {
    kind: 'outcome',
    outcome: {
      payload,
      kind: 'succeeded',
      // A success that names no amount proves nothing: NaN equals no amount, so it is flagged for the administrator.
      amountShillings: amountShillings ?? Number.NaN,
      ...(receipt !== undefined && { receipt }),
    },
  }
}

/** What a status query says of a payment. */
export function reportOfQuery(outcome: QueryOutcome): PaymentReport {
  if (outcome.kind === 'ended') {
    const { as: kind, code, reason } = outcome
    return { kind: 'outcome', outcome: { kind, code, reason } }
  }
  if (outcome.kind === 'paid') return { kind: 'paid-unproven' }
  return { kind: outcome.kind === 'busy' ? 'busy' : 'open' }
}
