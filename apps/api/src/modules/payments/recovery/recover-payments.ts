import { isPaidStatus } from '@marashi/domain/rules/payment-status'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { RateLimit, UnprovenPolicy } from '../providers/provider-recovery.ts'
import type { PaymentReport } from '../providers/provider-reports.ts'
import { reconcileRefunds } from '../refunds/reconcile-refunds.ts'
import { applyReport } from '../settlement/apply-report.ts'
import { endQuestions } from '../settlement/end-questions.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import {
  type AskablePayment,
  canBeAsked,
  type DuePayment,
  dueByTurns,
  isPlannedAsRead,
  mostOverdue,
  oldest,
  plannedAt,
  withoutReference,
} from './due-payments.ts'
import { flagUnresolved, giveUp } from './give-up.ts'
import { pauseLookUps, takeSlot } from './look-up-slot.ts'

// For an attempt that is so old that an answer would end the questions.
const UNANSWERED_AGAIN_AFTER_MS = 60 * 60_000
// Longer than any outage: what has no answer by then is left to the owner.
const UNANSWERED_FOR_MS = 30 * 24 * 60 * 60_000

/**
 * Looks up payments that are due, as often and as long as the provider's policy says; also those that the shopper or the
 * shop has cancelled, because they may have been paid nevertheless. Answers in how many milliseconds the provider may be
 * asked again; null where nothing is due or it sets no limit. A look-up that brings no outcome never means a failed payment.
 * Of a provider without keys, which cannot be asked, it only gives up on those that are too old.
 */
export async function recoverPayments(ctx: Context, provider: PaymentProvider): Promise<number | null> {
  if (!provider.isConfigured(ctx)) {
    await endOldest(ctx, provider)
    return null
  }
  const { rateLimit } = provider.recovery
  for (const due of await withoutReference(ctx, provider)) await recoverUnnamed(ctx, provider, due)
  if (rateLimit) return await recoverInTurn(ctx, provider, rateLimit)
  for (const due of (await mostOverdue(ctx, provider)).filter(canBeAsked)) await recover(ctx, provider, due)
  return null
}

/** The others stay due as they are: the keys may come back. */
async function endOldest(ctx: Context, provider: PaymentProvider): Promise<void> {
  for (const due of await oldest(ctx, provider)) {
    if (pauseOf(ctx, provider, due) === null) await giveUp(ctx, provider, { due, isAnswered: false })
  }
}

/** One question. Those whose shoppers wait come first, but every other question is about the others while there are any. */
async function recoverInTurn(ctx: Context, provider: PaymentProvider, rateLimit: RateLimit): Promise<number | null> {
  const { waiting, others } = await dueByTurns(ctx, provider, rateLimit)
  if (waiting.length + others.length === 0) return null
  const slot = await takeSlot(ctx, provider.method, rateLimit)
  if ('inMs' in slot) return slot.inMs
  const [due] = (slot.taken % 2 === 0 ? [...others, ...waiting] : [...waiting, ...others]).filter(canBeAsked)
  if (due) await recover(ctx, provider, due)
  return rateLimit.betweenLookUpsMs
}

/** Money that a line of the provider's list is, which has its receipt: what went back of it is listed by that. */
async function recoverUnnamed(ctx: Context, provider: PaymentProvider, due: DuePayment): Promise<void> {
  const { id } = due
  if (!isPaidStatus(due.status)) return await planNext(ctx, provider, due)
  try {
    await reconcileRefunds(ctx, id, { source: 'query' })
    await endQuestions(ctx.em, id)
  } catch (error) {
    ctx.log.error({ err: error, paymentId: id, method: provider.method }, 'the refunds of a payment could not be read')
    await planUnanswered(ctx, provider, due)
  }
}

/** What fails must not stand in the way of those behind it; it is due again later. */
async function recover(ctx: Context, provider: PaymentProvider, due: AskablePayment): Promise<void> {
  const { id, orderId, reference } = due
  const { method } = provider
  let report: PaymentReport
  try {
    report = await provider.lookUp(ctx, { orderId, reference })
  } catch (error) {
    ctx.log.error({ err: error, paymentId: id, method }, 'a payment could not be looked up')
    return await planUnanswered(ctx, provider, due)
  }
  try {
    await apply(ctx, provider, { due, report })
  } catch (error) {
    ctx.log.error({ err: error, paymentId: id, method }, 'what a provider says of a payment could not be written down')
    await planUnanswered(ctx, provider, due)
  }
}

async function apply(
  ctx: Context,
  provider: PaymentProvider,
  { due, report }: { due: DuePayment; report: PaymentReport },
): Promise<void> {
  const { rateLimit, unproven } = provider.recovery
  if (report.kind === 'busy' && rateLimit) {
    await plan(ctx, due, rateLimit.afterBusyMs)
    await pauseLookUps(ctx, provider.method, rateLimit)
  } else if (report.kind === 'paid-unproven' && unproven) {
    await believePaid(ctx, due, unproven)
  } else {
    await applyReport(ctx, due.id, { report, source: 'query' })
    await planNext(ctx, provider, due)
  }
}

/**
 * Nothing but time stands for the proof that such a "paid" lacks: while the shopper may still be asked, a second answer and a
 * while for the webhook to come, later the age of the attempt.
 */
async function believePaid(
  ctx: Context,
  due: DuePayment,
  { believedAfterMs, askAgainAfterMs, believedAtOnceFromAgeMs }: UnprovenPolicy,
): Promise<void> {
  const now = ctx.clock()
  const ageMs = now.getTime() - (due.since?.getTime() ?? 0)
  if (ageMs >= believedAtOnceFromAgeMs) {
    const note = 'the query said paid long after the prompt, no callback came'
    await settlePayment(ctx, due.id, { source: 'query', kind: 'succeeded', note })
  } else if (!due.queryPaidAt) {
    await db(ctx.em)
      .updateTable('payments')
      .set(({ eb }) => ({
        query_paid_at: now,
        next_query_at: new Date(now.getTime() + believedAfterMs),
        query_count: eb('query_count', '+', 1),
      }))
      .where(isPlannedAsRead(due))
      .execute()
  } else if (now.getTime() - due.queryPaidAt.getTime() < believedAfterMs) {
    await plan(ctx, due, askAgainAfterMs)
  } else {
    const note = 'the query said paid twice, no callback came'
    await settlePayment(ctx, due.id, { source: 'query', kind: 'succeeded', note })
  }
}

async function planNext(ctx: Context, provider: PaymentProvider, due: DuePayment): Promise<void> {
  const inMs = pauseOf(ctx, provider, due)
  if (inMs === null) await giveUp(ctx, provider, { due, isAnswered: true })
  else await plan(ctx, due, inMs)
}

/**
 * Where no answer came, or none that could be kept, an attempt is asked about beyond its time: a card may have been charged since
 * the answer before. The owner is told in time of one that is on its way, and in the end of every one.
 */
async function planUnanswered(ctx: Context, provider: PaymentProvider, due: DuePayment): Promise<void> {
  const inMs = pauseOf(ctx, provider, due)
  const planned = await plan(ctx, due, inMs ?? UNANSWERED_AGAIN_AFTER_MS)
  if (inMs !== null || !planned) return
  if (ageOf(ctx, due) >= UNANSWERED_FOR_MS) await giveUp(ctx, provider, { due: planned, isAnswered: false })
  else await flagUnresolved(ctx, due.id, provider.recovery.unresolvedNote)
}

/** In how many milliseconds it is asked about again; null where it is too old for that. */
const pauseOf = (ctx: Context, { recovery }: PaymentProvider, due: DuePayment) => recovery.nextInMs(ageOf(ctx, due))

const ageOf = ({ clock }: Context, { since }: DuePayment) => clock().getTime() - (since?.getTime() ?? 0)

/** Answers the payment as it is planned now; undefined where nothing was due any more. */
async function plan({ em, clock }: Context, due: DuePayment, inMs: number): Promise<DuePayment | undefined> {
  const planned = await db(em)
    .updateTable('payments')
    .set(({ eb }) => ({
      next_query_at: new Date(clock().getTime() + inMs),
      query_count: eb('query_count', '+', 1),
    }))
    .where(isPlannedAsRead(due))
    .returning(plannedAt)
    .executeTakeFirst()
  return planned && { ...due, ...planned }
}
