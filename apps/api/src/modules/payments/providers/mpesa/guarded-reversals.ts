import { mpesaOperator } from './operator.ts'
import type { MpesaReversals } from './reversals.ts'

/** Asks nothing more as an operator whom M-Pesa has refused: `refusals` says by which codes. A query throws then. */
export const guardedReversals = (
  reversals: MpesaReversals,
  refusals: () => Promise<readonly { code: string }[]>,
): MpesaReversals => ({
  ...reversals,
  async reverse(request) {
    const refusal = (await refusals()).find(({ code }) => mpesaOperator.stopsRefunds(code))
    if (!refusal) return await reversals.reverse(request)
    const message = 'M-Pesa refuses the shop’s API operator, so it was not asked. Health says what to do.'
    return { kind: 'refused', code: refusal.code, message }
  },
  async query(request) {
    if ((await refusals()).length > 0) throw new Error('M-Pesa refuses the operator, so it was not asked')
    return await reversals.query(request)
  },
})
