import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import { db, nextVersion } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagPayment } from '../flags/flag-payment.ts'
import type { PaymentReport, Progress } from '../providers/provider-reports.ts'
import { reconcileRefunds } from '../refunds/reconcile-refunds.ts'
import { endQuestions } from './end-questions.ts'
import { lockOrderFirst } from './lock-order-first.ts'
import type { Settlement } from './payment-outcome.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Applies what a provider reports of a payment: webhook, confirmation and recovery all end here. A report on something
 * else is refused and flagged; a report that decides nothing changes no status. Until the fee and the refunds of a paid one
 * are kept as well, recovery asks again: whoever reported it, or this process, may fail in between.
 */
export async function applyReport(
  ctx: Context,
  paymentId: string,
  { report, source }: { report: PaymentReport; source: OutcomeSource },
): Promise<Settlement> {
  if (report.kind === 'mismatch') {
    await flagPayment(ctx, paymentId, { what: 'id-mismatch', details: report.details ?? {}, source })
    return { result: 'refused', reason: 'id-mismatch' }
  }
  if (report.kind !== 'outcome') {
    if (report.kind === 'open' && report.progress) await showProgress(ctx, paymentId, report.progress)
    return { result: 'known', status: 'processing' }
  }
  const { outcome, feeCents, hasRefunds = false } = report
  const hasMore = feeCents !== undefined || hasRefunds
  const settlement = await settlePayment(ctx, paymentId, {
    source,
    ...(outcome.kind === 'succeeded' ? { ...outcome, hasMore } : outcome),
  })
  if (feeCents != null) await storeFee(ctx, paymentId, feeCents)
  if (hasRefunds) await reconcileRefunds(ctx, paymentId, { source })
  if (hasMore && feeCents !== null) await endQuestions(ctx.em, paymentId)
  return settlement
}

async function showProgress(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  { status, failure }: Progress,
): Promise<void> {
  await db(em)
    .updateTable('payments')
    .set({
      status,
      failure_code: failure?.code ?? null,
      failure_reason: failure?.message ?? null,
      updated_at: clock(),
    })
    .where('id', '=', paymentId)
    .where('status', 'in', ['pending', 'processing'])
    .execute()
}

async function storeFee(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  feeCents: number,
): Promise<void> {
  await lockOrderFirst(em, paymentId)
    .with('fee', (query) =>
      query
        .updateTable('payments')
        .from('locked')
        .set({ processing_fee: feeCents / 100, updated_at: clock() })
        .whereRef('payments.id', '=', 'locked.payment_id')
        .where('payments.processing_fee', 'is', null)
        .returning(['payments.order_id', 'payments.processing_fee as fee', 'payments.is_surplus']),
    )
    .updateTable('orders')
    .from('fee')
    .set(({ ref }) => ({
      payment_processing_fee: ref('fee.fee'),
      updated_at: nextVersion(ref('orders.updated_at'), clock()),
    }))
    .whereRef('orders.id', '=', 'fee.order_id')
    .where('fee.is_surplus', '=', false)
    .execute()
}
