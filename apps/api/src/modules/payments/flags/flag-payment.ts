import type { Context } from '../../../http/context.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { type FlagToRaise, raiseFlag } from './raise-flag.ts'

/** Raises a flag without a decision, and records it in the payment's history. */
export async function flagPayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  flag: FlagToRaise,
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const now = clock()
    const payment = await lockPayment(tx, paymentId)
    if (!(await raiseFlag(tx, now, paymentId, flag))) return
    await recordEvent(tx, { now, payment, source: flag.source, note: flag.note ?? `flagged: ${flag.what}` })
  })
}
