import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { recoverPayments } from './recover-payments.ts'

// Longer than the pause to the next run, so that no question is asked later than it may be, and short enough for a shop that
// closes.
const LONGEST_WAIT_MS = 4_000

/** One run of the job: asks, and waits for its next turn where that comes before the next run would. */
export async function runRecovery(
  makeContext: () => Context,
  provider: PaymentProvider,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  for (;;) {
    const inMs = await recoverPayments(makeContext(), provider)
    if (inMs === null || inMs > LONGEST_WAIT_MS) return
    await wait(inMs)
  }
}
