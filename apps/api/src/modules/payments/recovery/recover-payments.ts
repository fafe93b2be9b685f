import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagPayment } from '../flags/flag-payment.ts'
import type { PaymentProvider, PaymentReport } from '../providers/provider.ts'
import { applyReport } from '../settlement/apply-report.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { giveWayToProvider, takeSlot } from './look-up-slot.ts'

type DuePayment = Awaited<ReturnType<typeof duePayments>>[number]

/**
 * Looks up the payments that are most overdue, as often and as long as the provider's policy says; also those that the
 * shopper or the shop has cancelled, because they may have been paid nevertheless. Answers false where there was nothing to
 * do. A look-up that brings no outcome never means a failed payment.
 */
export async function recoverPayments(ctx: Context, provider: PaymentProvider): Promise<boolean> {
  if (!provider.isConfigured(ctx)) return false
  let isBusy = false
  for (const due of await duePayments(ctx, provider)) {
    if (due.reference !== null && !(await takeSlot(ctx, provider))) break
    isBusy = true
    await recover(ctx, provider, due)
  }
  return isBusy
}

async function recover(ctx: Context, provider: PaymentProvider, due: DuePayment): Promise<void> {
  const { id, orderId, reference } = due
  // Without a reference there is nothing to ask by; only a webhook can report.
  if (reference === null) return await planNext(ctx, provider, due)
  try {
    await apply(ctx, provider, { due, report: await provider.lookUp(ctx, { orderId, reference }) })
  } catch (error) {
    // It must not stand in the way of those behind it; it is due again later.
    ctx.log.error({ err: error, paymentId: id, method: provider.method }, 'a payment could not be looked up')
    await planNext(ctx, provider, due)
  }
}

function duePayments({ em, clock }: Context, { method, recovery }: PaymentProvider) {
  const due = db(em)
    .selectFrom('payments')
    .where('payment_method', '=', method)
    .where('status', 'not in', ['completed', 'refunded'])
    .where('next_query_at', '<=', clock())
    .select([
      'id',
      'order_id as orderId',
      'provider_reference as reference',
      'initiated_at as initiatedAt',
      'query_paid_at as queryPaidAt',
    ])
    .orderBy('next_query_at')
    .orderBy('id')
    .limit(recovery.batch)
  // Where nobody is told in the end, an attempt without a reference has nothing to wait for.
  return (recovery.unresolvedNote === null ? due.where('provider_reference', 'is not', null) : due).execute()
}

async function apply(
  ctx: Context,
  provider: PaymentProvider,
  { due, report }: { due: DuePayment; report: PaymentReport },
): Promise<void> {
  const { rateLimit, unproven } = provider.recovery
  if (report.kind === 'busy' && rateLimit) {
    await plan(ctx, due.id, rateLimit.afterBusyMs)
    await giveWayToProvider(ctx, provider, rateLimit)
  } else if (report.kind === 'paid-unproven' && unproven) {
    await believePaid(ctx, due, unproven)
  } else {
    await applyReport(ctx, due.id, { report, source: 'query' })
    await planNext(ctx, provider, due)
  }
}

/** Nothing but a second answer, and time for the webhook to come, stands for the proof that such a "paid" lacks. */
async function believePaid(
  ctx: Context,
  due: DuePayment,
  { believedAfterMs, askAgainAfterMs }: NonNullable<PaymentProvider['recovery']['unproven']>,
): Promise<void> {
  const now = ctx.clock()
  if (!due.queryPaidAt) {
    await db(ctx.em)
      .updateTable('payments')
      .set(({ eb }) => ({
        query_paid_at: now,
        next_query_at: new Date(now.getTime() + believedAfterMs),
        query_count: eb('query_count', '+', 1),
      }))
      .where('id', '=', due.id)
      // Its webhook may have come while we asked: then there is nothing left to ask.
      .where('next_query_at', 'is not', null)
      .execute()
    return
  }
  const waitedMs = now.getTime() - due.queryPaidAt.getTime()
  if (waitedMs < believedAfterMs) return await plan(ctx, due.id, askAgainAfterMs)
  const note = 'the query said paid twice, no callback came'
  await settlePayment(ctx, due.id, { source: 'query', kind: 'succeeded', note })
}

async function planNext(ctx: Context, { recovery }: PaymentProvider, due: DuePayment): Promise<void> {
  const ageMs = ctx.clock().getTime() - (due.initiatedAt?.getTime() ?? 0)
  const inMs = recovery.nextInMs(ageMs)
  if (inMs === null) await giveUp(ctx, due.id, recovery.unresolvedNote)
  else await plan(ctx, due.id, inMs)
}

async function giveUp(ctx: Context, paymentId: string, note: string | null): Promise<void> {
  const open = await db(ctx.em)
    .updateTable('payments')
    .set({ next_query_at: null })
    .where('id', '=', paymentId)
    .where('next_query_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (open && note !== null) await flagPayment(ctx, paymentId, { what: 'unresolved', source: 'query', note })
}

async function plan({ em, clock }: Context, paymentId: string, inMs: number): Promise<void> {
  await db(em)
    .updateTable('payments')
    .set(({ eb }) => ({
      next_query_at: new Date(clock().getTime() + inMs),
      query_count: eb('query_count', '+', 1),
    }))
    .where('id', '=', paymentId)
    .where('next_query_at', 'is not', null)
    .execute()
}
