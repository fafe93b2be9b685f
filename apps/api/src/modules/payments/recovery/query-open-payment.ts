import type { Context } from '../../../kernel/context.ts'
import type { QueryOutcome } from '../providers/mpesa/daraja-outcomes.ts'
import { flagPayment } from '../settlement/flag-payment.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

// Seconds after the prompt at which its outcome is asked for; then every 15 minutes up to a day (facts/mpesa C4).
const QUERY_AFTER_SECONDS = [20, 45, 75, 120, 180, 300]
const THEN_EVERY_MS = 15 * 60_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000
const PACE_MS = 15_000
const AFTER_BUSY_MS = 60_000
const CONFIRM_ZERO_AFTER_MS = 20_000
const BELIEVE_ZERO_AFTER_MS = 60_000

interface DueRow {
  id: string
  checkoutRequestId: string | null
  initiatedAt: string
  queryCount: number
  queryPaidAt: string | null
}

/**
 * Asks Daraja about the one attempt that is most overdue, if its turn has come: at most one query in 15 seconds over all
 * processes. Answers false where there was nothing to do. A query that tells nothing never means a failed payment.
 */
export async function queryOpenPayment(ctx: Context): Promise<boolean> {
  const { mpesa } = ctx.gateways
  if (!mpesa) return false
  const due = await nextDue(ctx)
  if (!due) return false
  if (!due.checkoutRequestId) {
    // The push's answer was lost, so there is no id to ask by; only its callback can tell.
    await planNext(ctx, due)
    return true
  }
  if (!(await takeTurn(ctx))) return false
  const outcome = await mpesa.query(due.checkoutRequestId)
  try {
    await takeOutcome(ctx, due, outcome)
  } catch (error) {
    // It must not stand in the way of those behind it.
    ctx.log.error({ err: error, paymentId: due.id }, 'the outcome of a query could not be booked')
    await planNext(ctx, due)
  }
  return true
}

/** Also an attempt that the shopper or the shop has called off: its prompt may have been answered nevertheless. */
async function nextDue({ em, clock }: Context): Promise<DueRow | undefined> {
  const [row]: DueRow[] = await em.execute(
    `select id, mpesa_checkout_request_id as "checkoutRequestId", initiated_at as "initiatedAt", query_count as "queryCount",
            query_paid_at as "queryPaidAt"
     from payments where payment_method = 'mpesa' and status not in ('completed', 'refunded') and next_query_at <= ?
     order by next_query_at, id limit 1`,
    [clock()],
  )
  return row
}

/** One row in the database gives out turns, so that several processes share one pace. */
async function takeTurn({ em, clock }: Context): Promise<boolean> {
  const now = clock()
  const taken: unknown[] = await em.execute(
    `insert into gateway_pace (gateway, next_free_at) values ('mpesa', ?)
     on conflict (gateway) do update set next_free_at = excluded.next_free_at where gateway_pace.next_free_at <= ? returning gateway`,
    [new Date(now.getTime() + PACE_MS), now],
  )
  return taken.length > 0
}

async function takeOutcome(ctx: Context, due: DueRow, outcome: QueryOutcome): Promise<void> {
  if (outcome.kind === 'ended') {
    const { code, reason } = outcome
    await settlePayment(ctx, due.id, { source: 'query', outcome: outcome.outcome, code, reason })
  } else if (outcome.kind === 'paid') await believePaid(ctx, due)
  else if (outcome.kind === 'busy') {
    await plan(ctx, due.id, AFTER_BUSY_MS)
    await ctx.em.execute(`update gateway_pace set next_free_at = ? where gateway = 'mpesa'`, [
      new Date(ctx.clock().getTime() + AFTER_BUSY_MS),
    ])
  } else await planNext(ctx, due)
}

/** "Paid" can be said while the prompt is open, so it is asked twice and the callback gets a minute (decisions 25). */
async function believePaid(ctx: Context, due: DueRow): Promise<void> {
  const now = ctx.clock()
  if (!due.queryPaidAt) {
    await ctx.em.execute(
      // Its callback may have come while we asked: then there is nothing left to ask.
      `update payments set query_paid_at = ?, next_query_at = ?, query_count = query_count + 1
       where id = ? and next_query_at is not null`,
      [now, new Date(now.getTime() + BELIEVE_ZERO_AFTER_MS), due.id],
    )
    return
  }
  const waitedMs = now.getTime() - new Date(due.queryPaidAt).getTime()
  if (waitedMs < BELIEVE_ZERO_AFTER_MS) return await plan(ctx, due.id, CONFIRM_ZERO_AFTER_MS)
  await settlePayment(ctx, due.id, {
    source: 'query',
    outcome: 'succeeded',
    note: 'the query said paid twice, no callback came',
  })
}

async function planNext(ctx: Context, due: DueRow): Promise<void> {
  const ageMs = ctx.clock().getTime() - new Date(due.initiatedAt).getTime()
  if (ageMs >= GIVE_UP_AFTER_MS) {
    const left: unknown[] = await ctx.em.execute(
      'update payments set next_query_at = null where id = ? and next_query_at is not null returning id',
      [due.id],
    )
    if (left.length === 0) return
    await flagPayment(ctx, due.id, { attention: 'unresolved', source: 'query', note: 'no outcome within a day' })
    return
  }
  const next = QUERY_AFTER_SECONDS.find((seconds) => seconds * 1000 > ageMs)
  await plan(ctx, due.id, next === undefined ? THEN_EVERY_MS : next * 1000 - ageMs)
}

async function plan({ em, clock }: Context, paymentId: string, inMs: number): Promise<void> {
  await em.execute(
    'update payments set next_query_at = ?, query_count = query_count + 1 where id = ? and next_query_at is not null',
    [new Date(clock().getTime() + inMs), paymentId],
  )
}
