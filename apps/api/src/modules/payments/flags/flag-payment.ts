import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../../http/context.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { type FlagToRaise, raiseFlag } from './raise-flag.ts'

/** Raises a flag without a decision, and records it in the payment's history. */
export async function flagPayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  flag: FlagToRaise,
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    await flagLockedPayment(tx, clock(), await lockPayment(tx, paymentId), flag)
  })
}

/** The same for a payment that is locked. What was flagged before is not recorded again. */
export async function flagLockedPayment(
  tx: EntityManager,
  now: Date,
  payment: Pick<LockedPayment, 'id' | 'status'>,
  flag: FlagToRaise,
): Promise<void> {
  if (!(await raiseFlag(tx, now, payment.id, flag))) return
  await recordEvent(tx, { now, payment, source: flag.source, note: flag.note ?? `flagged: ${flag.what}` })
}
