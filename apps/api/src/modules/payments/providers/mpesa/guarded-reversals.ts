import { mpesaOperator } from './operator.ts'
import type { MpesaReversals } from './reversals.ts'

/**
 * Asks nothing more as an operator whom M-Pesa has refused: `refusals` says by which codes. A query throws then. Where nobody
 * knows by which, nothing is sent either, and a reversal may be tried again.
 */
export const guardedReversals = (
  reversals: MpesaReversals,
  refusals: () => Promise<readonly { code: string }[]>,
): MpesaReversals => ({
  ...reversals,
  async reverse(request) {
    const known = await refusals().catch(() => 'unknown' as const)
    if (known === 'unknown') {
      const message = 'The shop could not look whether M-Pesa takes requests, so it was not asked. Try again.'
      return { kind: 'refused', code: 'not-asked', message }
    }
    const refusal = known.find(({ code }) => mpesaOperator.stopsRefunds(code))
    if (!refusal) return await reversals.reverse(request)
    const message = 'M-Pesa refuses the shop’s API operator, so it was not asked. Health says what to do.'
    return { kind: 'refused', code: refusal.code, message }
  },
  async query(request) {
    if ((await refusals()).length > 0) throw new Error('M-Pesa refuses the operator, so it was not asked')
    return await reversals.query(request)
  },
})
