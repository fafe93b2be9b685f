import type { Context } from '../../../../http/context.ts'
import { countWaitingClaims } from '../../../payments/claims/count-waiting-claims.ts'
import { countUnsentRefunds } from '../../../payments/refunds/count-unsent-refunds.ts'
import { countUnmatched } from '../../../payments/transactions/count-unmatched.ts'
import { countSetAsideEvents } from '../../../payments/webhooks/list-set-aside-events.ts'
import { countPaymentsNeedingAttention } from '../../dashboard/payments-needing-attention.ts'

/** How much of the shop's money waits for somebody. */
export async function countWaitingMoney({ em, clock }: Pick<Context, 'em' | 'clock'>) {
  const now = clock()
  const [payments, unsentRefunds, unmatched, claims, setAside] = await Promise.all([
    countPaymentsNeedingAttention(em, now),
    countUnsentRefunds({ em, clock }),
    countUnmatched(em, now),
    countWaitingClaims(em),
    countSetAsideEvents(em),
  ])
  return { ...payments, unsentRefunds, unmatched, claims, setAside }
}
