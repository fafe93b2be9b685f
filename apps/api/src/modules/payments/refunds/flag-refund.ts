import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { flagLockedPayment } from '../flags/flag-payment.ts'
import type { FlagDetails } from '../flags/payment-flag.entity.ts'
import type { FlagToRaise } from '../flags/raise-flag.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'

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
  await flagLockedPayment(tx, now, payment, flag)
}
