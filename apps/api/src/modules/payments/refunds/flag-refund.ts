import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { FlagDetails } from '../flags/payment-flag.entity.ts'
import { type FlagToRaise, raiseFlag } from '../flags/raise-flag.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'

/** Asks for the administrator's attention to a locked payment, for what became of one of its refunds; once for each. */
export async function flagRefund(
  tx: EntityManager,
  now: Date,
  {
    payment,
    refundId,
    what,
    details = {},
    source,
    note,
  }: {
    payment: Pick<LockedPayment, 'id' | 'status'>
    refundId: string
    what: FlagToRaise['what']
    details?: FlagDetails
    source: OutcomeSource
    note: string
  },
): Promise<void> {
  const flag = { what, details: { refundId, ...details }, source, note, mayReturn: true }
  if (!(await raiseFlag(tx, now, payment.id, flag))) return
  await recordEvent(tx, { now, payment, source, note })
}
