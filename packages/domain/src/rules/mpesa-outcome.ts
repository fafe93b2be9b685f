import { type MpesaFailure, mpesaFailures } from './mpesa-failure.ts'

/** How an M-Pesa prompt ended, or that it has not, in words for programs. */
export const mpesaOutcomes = ['waiting', 'paid', ...mpesaFailures] as const
export type MpesaOutcome = (typeof mpesaOutcomes)[number]

/** What an order's M-Pesa status and the reason of its last failure come to; null where M-Pesa was never asked. */
export function mpesaOutcomeOf(
  status: 'initiated' | 'pending' | 'paid' | 'failed' | 'cancelled' | null,
  failure: MpesaFailure | null,
): MpesaOutcome | null {
  if (status === 'initiated' || status === 'pending') return 'waiting'
  return status === 'failed' ? (failure ?? 'other') : status
}
