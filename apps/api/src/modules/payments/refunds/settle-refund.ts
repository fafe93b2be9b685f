import { centsOf } from '@marashi/domain/rules/money'
import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { RefundStatus } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import type { RefundReport } from '../providers/provider-refunds.ts'
import { applyRefundTotals } from './apply-refund-totals.ts'
import { flagRefund } from './flag-refund.ts'
import { flagSecondRefund } from './flag-second-refund.ts'
import { centsLeft, lockRefund } from './lock-refund.ts'
import { madeRefundOf } from './made-refund.ts'
import { type DecidedReport, writeRefund } from './write-refund.ts'

/**
 * Settles a refund by what is reported of it: the provider's answer, its messages, look-ups and the administrator all end
 * here. Order, payment and refund are locked first, so one of two racing reports finds the other's work done. Throws what
 * `admit` throws for the status in which the refund is.
 */
export async function settleRefund(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  id: string,
  { report, source, admit }: { report: RefundReport; source: OutcomeSource; admit?: (status: RefundStatus) => void },
): Promise<void> {
  if (report.kind === 'absent' || report.kind === 'asked') return
  await em.fork().transactional(async (tx) => {
    const locked = await lockRefund(tx, id)
    admit?.(locked.refund.status)
    await settleLockedRefund(tx, clock(), locked, { report, source })
  })
  faultPoint('refund-settled')
}

/**
 * The same for a refund that is locked, as also a line of a gateway's list proves it. One that failed is flagged: the customer still
 * waits for the money. So is one that succeeded though as much went back in its place: it changes nothing.
 */
export async function settleLockedRefund(
  tx: EntityManager,
  now: Date,
  { payment, refund, refunds }: Awaited<ReturnType<typeof lockRefund>>,
  { report, source }: { report: DecidedReport; source: OutcomeSource },
): Promise<void> {
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
  if (status !== 'failed') return
  if ((await settleMadeRefund(tx, now, payment.id)) || source === 'administrator') return
  await flagRefund(tx, now, { payment, refundId: refund.id, what: 'refund-failed', source, note: 'a refund failed' })
}

/**
 * What went back in the place of a refund that was made, of a payment that is locked, did not after all: that refund has succeeded.
 * Answers whether there was such a one.
 */
export async function settleMadeRefund(tx: EntityManager, now: Date, paymentId: string): Promise<boolean> {
  const made = await madeRefundOf(tx, paymentId)
  if (!made) return false
  const report = { kind: 'succeeded', receipt: made.receipt } as const
  const locked = await lockRefund(tx, made.id)
  await settleLockedRefund(tx, now, locked, { report, source: 'gateway' })
  return locked.refund.status === 'succeeded'
}
