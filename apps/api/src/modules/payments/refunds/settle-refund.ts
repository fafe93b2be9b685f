import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { RefundStatus } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import type { RefundReport } from '../providers/provider-refunds.ts'
import { centsOf } from '../records/payment-row.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'
import { applyRefundTotals } from './apply-refund-totals.ts'
import { flagRefund } from './flag-refund.ts'
import { centsLeft, type LockedRefund, lockRefund } from './lock-refund.ts'
import { writeRefund } from './write-refund.ts'

/**
 * Settles a refund by what is reported of it: the provider's answer, its messages, look-ups and the administrator all end
 * here. Order, payment and refund are locked first, so one of two racing reports finds the other's work done. A refund
 * that failed is flagged: the customer still waits for the money. So is one that succeeded though as much went back in its
 * place: it changes nothing. Throws CONFLICT where it is not in the status `onlyFrom`.
 */
export async function settleRefund(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  id: string,
  { report, source, onlyFrom }: { report: RefundReport; source: OutcomeSource; onlyFrom?: RefundStatus },
): Promise<void> {
  if (report.kind === 'absent' || report.kind === 'asked') return
  await em.fork().transactional(async (tx) => {
    const { payment, refund, refunds } = await lockRefund(tx, id)
    if (onlyFrom && refund.status !== onlyFrom) throw endIsKnown()
    const now = clock()
    if (report.kind === 'succeeded' && refund.status === 'failed' && centsLeft(payment, refunds) < centsOf(refund.amount)) {
      await flagSecondRefund(tx, now, { payment, refund, report, source })
      return
    }
    const status = await writeRefund(tx, now, { payment, refund, report, source })
    faultPoint('refund-written')
    if (!status) return
    await applyRefundTotals(tx, now, payment, source)
    faultPoint('refund-totals-written')
    if (status !== 'failed' || source === 'administrator') return
    await flagRefund(tx, now, { payment, refundId: id, what: 'refund-failed', source, note: 'a refund failed' })
  })
  faultPoint('refund-settled')
}

/** It counted as failed, and what then went back otherwise leaves no room for it: the customer may have the money twice. */
async function flagSecondRefund(
  tx: EntityManager,
  now: Date,
  {
    payment,
    refund,
    report,
    source,
  }: {
    payment: LockedPayment
    refund: LockedRefund
    report: Extract<RefundReport, { kind: 'succeeded' }>
    source: OutcomeSource
  },
): Promise<void> {
  const details = { refundedShillings: refund.amount, ...(report.receipt !== undefined && { receipt: report.receipt }) }
  const note = `a refund of ${refund.amount} that had failed was made after all, and as much went back otherwise`
  await flagRefund(tx, now, { payment, refundId: refund.id, what: 'refund-unknown', details, source, note })
}

const endIsKnown = () => new ShopError('CONFLICT', 'Only a refund that nobody knows the end of can be decided by hand.')
