import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { RefundStatus } from '@marashi/domain/rules/refund'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import type { RefundReport } from '../providers/provider-refunds.ts'
import { centsOf } from '../records/payment-row.ts'
import { applyRefundTotals } from './apply-refund-totals.ts'
import { flagRefund } from './flag-refund.ts'
import { flagSecondRefund } from './flag-second-refund.ts'
import { centsLeft, lockRefund } from './lock-refund.ts'
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
    if (
      report.kind === 'succeeded' &&
      refund.status === 'failed' &&
      centsLeft(payment, refunds) < centsOf(refund.amount)
    ) {
      const { receipt = refund.receipt } = report
      return await flagSecondRefund(tx, now, { payment, refund: { ...refund, receipt }, source })
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

const endIsKnown = () => new ShopError('CONFLICT', 'Only a refund that nobody knows the end of can be decided by hand.')
