import { db } from '../../../db/db.ts'
import { recordDone } from '../../../db/record-done.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { LAST_RECORD_AFTER_MS } from '../../../http/time-limits.ts'
import type { Attempt, PaymentProvider, Started } from '../providers/provider.ts'
import { applyReport } from '../settlement/apply-report.ts'
import { isLatestAttempt } from '../settlement/latest-attempt.ts'
import { lockOrderFirst } from '../settlement/lock-order-first.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

/**
 * Asks the provider, once and outside any transaction, for the money of a stored attempt. Answers what the shopper's screen
 * needs to go on; null where the attempt cannot be paid any more. Throws on a refusal, which ends the attempt, and on
 * silence, or where the answer could not be stored, which leave it open.
 */
export async function startAttempt(ctx: Context, provider: PaymentProvider, attempt: Attempt): Promise<string | null> {
  const { paymentId } = attempt
  const { method } = provider
  const lastTryAt = performance.now() + LAST_RECORD_AFTER_MS
  faultPoint('attempt-written')
  const started = await provider.start(ctx, attempt)
  faultPoint('attempt-answered')
  if (started.kind === 'accepted') {
    try {
      await recordDone(() => storeReference(ctx, provider, { paymentId, started }), { lastTryAt })
    } catch (error) {
      ctx.log.error({ err: error, paymentId, method }, 'the answer to an attempt could not be stored')
      throw started.errorIfLost ?? error
    }
    faultPoint('attempt-reference-stored')
    return (await isWithdrawn(ctx, provider, attempt, started.reference)) ? null : started.forShopper
  }
  const { kind, message, error } = started
  if (kind === 'unknown') {
    ctx.log.warn({ paymentId, method, reason: message }, 'the provider did not answer to an attempt')
    throw error
  }
  const { code } = started
  ctx.log.warn({ paymentId, method, code }, 'the provider refused an attempt')
  const refused = { source: 'gateway', kind: 'failed', code, reason: message.slice(0, 300) } as const
  await recordDone(() => settlePayment(ctx, paymentId, refused), { lastTryAt })
  throw error
}

/**
 * The shopper may have turned to another way to pay while the provider was asked: there was no reference to withdraw by
 * then. What comes after this finds the stored reference.
 */
async function isWithdrawn(
  ctx: Context,
  { withdrawal }: PaymentProvider,
  { paymentId, orderId }: Attempt,
  reference: string,
): Promise<boolean> {
  if (!withdrawal) return false
  const { status } = await db(ctx.em)
    .selectFrom('payments')
    .select('status')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  if (status !== 'cancelled' && status !== 'failed') return false
  const report = await withdrawal.withdraw(ctx, { orderId, reference })
  if (report !== 'unknown-to-keys') await applyReport(ctx, paymentId, { report, source: 'confirm' })
  return true
}

/** A webhook may have been quicker than this answer; what it wrote stays. */
async function storeReference(
  { em, clock }: Context,
  { storage }: PaymentProvider,
  { paymentId, started }: { paymentId: string; started: Extract<Started, { kind: 'accepted' }> },
): Promise<void> {
  const { reference, paymentColumns, orderColumns } = started
  const updated_at = clock()
  await lockOrderFirst(em, paymentId)
    .with('attempt', (query) =>
      query
        .updateTable('payments')
        .from('locked')
        .set({ provider_reference: reference, ...storage.payment({ reference }), ...paymentColumns, updated_at })
        .whereRef('payments.id', '=', 'locked.payment_id')
        .returning(['payments.id', 'payments.order_id', 'payments.created_at']),
    )
    .updateTable('orders')
    .from('attempt')
    .set({ ...storage.order.accepted(reference), ...orderColumns, updated_at })
    .whereRef('orders.id', '=', 'attempt.order_id')
    .$if(storage.order.isLatestAlone, (query) => query.where(isLatestAttempt('attempt')))
    .execute()
}
