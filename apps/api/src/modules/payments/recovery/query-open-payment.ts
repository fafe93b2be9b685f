import type { Context } from '../../../kernel/context.ts'
import { db } from '../../../kernel/db.ts'
import type { QueryOutcome } from '../providers/mpesa/daraja-outcomes.ts'
import { flagPayment } from '../settlement/flag-payment.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

// Seconds after the prompt at which its outcome is asked for; then every 15 minutes up to a day.
const QUERY_AFTER_SECONDS = [20, 45, 75, 120, 180, 300]
const THEN_EVERY_MS = 15 * 60_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000
const MIN_BETWEEN_QUERIES_MS = 15_000
const AFTER_BUSY_MS = 60_000
const CONFIRM_ZERO_AFTER_MS = 20_000
const BELIEVE_ZERO_AFTER_MS = 60_000

type DuePayment = NonNullable<Awaited<ReturnType<typeof nextDue>>>

/**
 * Asks Daraja about the one attempt that is most overdue: at most one query in 15 seconds over all processes. Answers false
 * where there was nothing to do. A query that brings no outcome never means a failed payment. See
 * docs/behaviour.md#m-pesa-status-queries.
 */
export async function queryOpenPayment(ctx: Context): Promise<boolean> {
  const { mpesa } = ctx.gateways
  if (!mpesa) return false
  const due = await nextDue(ctx)
  if (!due) return false
  if (!due.checkoutRequestId) {
    // The answer to the prompt was lost, so there is no id to ask by; only its callback can report.
    await planNext(ctx, due)
    return true
  }
  if (!(await takeSlot(ctx))) return false
  const outcome = await mpesa.query(due.checkoutRequestId)
  try {
    await applyOutcome(ctx, due, outcome)
  } catch (error) {
    // It must not stand in the way of those behind it.
    ctx.log.error({ err: error, paymentId: due.id }, 'the outcome of a query could not be booked')
    await planNext(ctx, due)
  }
  return true
}

/** Also an attempt that the shopper or the shop has cancelled: its prompt may have been answered nevertheless. */
const nextDue = ({ em, clock }: Context) =>
  db(em)
    .selectFrom('payments')
    .where('payment_method', '=', 'mpesa')
    .where('status', 'not in', ['completed', 'refunded'])
    .where('next_query_at', '<=', clock())
    .select([
      'id',
      'mpesa_checkout_request_id as checkoutRequestId',
      'initiated_at as initiatedAt',
      'query_paid_at as queryPaidAt',
    ])
    .orderBy('next_query_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** One row in the database hands out slots, so that several processes keep one rate together. */
async function takeSlot({ em, clock }: Context): Promise<boolean> {
  const now = clock()
  const taken = await db(em)
    .insertInto('gateway_pace')
    .values({ gateway: 'mpesa', next_free_at: new Date(now.getTime() + MIN_BETWEEN_QUERIES_MS) })
    .onConflict((conflict) =>
      conflict
        .column('gateway')
        .doUpdateSet(({ ref }) => ({ next_free_at: ref('excluded.next_free_at') }))
        .where('gateway_pace.next_free_at', '<=', now),
    )
    .returning('gateway')
    .executeTakeFirst()
  return taken !== undefined
}

async function applyOutcome(ctx: Context, due: DuePayment, outcome: QueryOutcome): Promise<void> {
  if (outcome.kind === 'ended') {
    const { code, reason, as } = outcome
    await settlePayment(ctx, due.id, { source: 'query', kind: as, code, reason })
  } else if (outcome.kind === 'paid') await believePaid(ctx, due)
  else if (outcome.kind === 'busy') {
    await plan(ctx, due.id, AFTER_BUSY_MS)
    await db(ctx.em)
      .updateTable('gateway_pace')
      .set({ next_free_at: new Date(ctx.clock().getTime() + AFTER_BUSY_MS) })
      .where('gateway', '=', 'mpesa')
      .execute()
  } else await planNext(ctx, due)
}

/** Daraja may answer "paid" while the prompt is open, so it is asked twice and the callback gets a minute. */
async function believePaid(ctx: Context, due: DuePayment): Promise<void> {
  const now = ctx.clock()
  if (!due.queryPaidAt) {
    await db(ctx.em)
      .updateTable('payments')
      .set(({ eb }) => ({
        query_paid_at: now,
        next_query_at: new Date(now.getTime() + BELIEVE_ZERO_AFTER_MS),
        query_count: eb('query_count', '+', 1),
      }))
      .where('id', '=', due.id)
      // Its callback may have come while we asked: then there is nothing left to ask.
      .where('next_query_at', 'is not', null)
      .execute()
    return
  }
  const waitedMs = now.getTime() - due.queryPaidAt.getTime()
  if (waitedMs < BELIEVE_ZERO_AFTER_MS) return await plan(ctx, due.id, CONFIRM_ZERO_AFTER_MS)
  const note = 'the query said paid twice, no callback came'
  await settlePayment(ctx, due.id, { source: 'query', kind: 'succeeded', note })
}

async function planNext(ctx: Context, due: DuePayment): Promise<void> {
  const ageMs = ctx.clock().getTime() - (due.initiatedAt?.getTime() ?? 0)
  if (ageMs >= GIVE_UP_AFTER_MS) return await giveUp(ctx, due.id)
  const next = QUERY_AFTER_SECONDS.find((seconds) => seconds * 1000 > ageMs)
  await plan(ctx, due.id, next === undefined ? THEN_EVERY_MS : next * 1000 - ageMs)
}

async function giveUp(ctx: Context, paymentId: string): Promise<void> {
  const open = await db(ctx.em)
    .updateTable('payments')
    .set({ next_query_at: null })
    .where('id', '=', paymentId)
    .where('next_query_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!open) return
  await flagPayment(ctx, paymentId, { attention: 'unresolved', source: 'query', note: 'no outcome within a day' })
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
