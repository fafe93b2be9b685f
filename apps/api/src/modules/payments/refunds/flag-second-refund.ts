import { formatKsh } from '@marashi/domain/rules/money'
import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { LockedPayment } from '../settlement/lock-payment.ts'
import { flagRefund } from './flag-refund.ts'
import type { LockedRefund } from './lock-refund.ts'

/** A refund that was made counts as failed, because as much went back otherwise: the customer may have the money twice. */
export async function flagSecondRefund(
  tx: EntityManager,
  now: Date,
  {
    payment,
    refund: { id: refundId, amount, receipt },
    source,
  }: { payment: LockedPayment; refund: Pick<LockedRefund, 'id' | 'amount' | 'receipt'>; source: OutcomeSource },
): Promise<void> {
  const details = { refundedShillings: amount, ...(receipt !== null && { receipt }) }
  const note = `a refund of ${formatKsh(amount)} was made, and as much went back otherwise`
  await flagRefund(tx, now, { payment, refundId, what: 'refund-unknown', details, source, note })
}
