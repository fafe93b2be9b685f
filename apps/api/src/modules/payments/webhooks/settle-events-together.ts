import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, valueRows } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { Settlement } from '../settlement/payment-outcome.ts'
import { type OwnReport, settleFreePayments } from '../settlement/settle-free-payments.ts'
import type { ClaimedTogether } from './claim-event.ts'
import { endOfEvent } from './end-event.ts'
import { noteOf } from './settle-event.ts'

/**
 * Settles many events in one transaction, marks them as processed in it, and makes the others due again at once: those are
 * tried alone. Where a statement fails for one of them, that is all of them.
 */
export async function settleEventsTogether(
  ctx: Context,
  provider: PaymentProvider,
  claimed: ClaimedTogether,
): Promise<void> {
  try {
    const reports = ownReports(provider, claimed)
    if (reports.size > 0) await ctx.em.fork().transactional((tx) => settle(tx, ctx.clock(), reports))
    faultPoint('together-committed')
  } catch (error) {
    ctx.log.warn({ err: error }, 'webhook events could not be settled together')
  }
  await releaseUnprocessed(ctx, claimed)
}

/** What the events report on their own payments, by the events' ids; of each payment the first. */
function ownReports(provider: PaymentProvider, { events }: ClaimedTogether): Map<string, OwnReport> {
  const { source } = provider.webhook
  const reports = new Map<string, OwnReport>()
  const named = new Set<string>()
  for (const { id, paymentId, body } of events) {
    const read = provider.readEvent(body)
    if (read.kind !== 'report' || read.report.kind !== 'outcome' || named.has(paymentId)) continue
    const { outcome, feeCents, hasRefunds } = read.report
    if (feeCents !== undefined || hasRefunds) continue
    named.add(paymentId)
    reports.set(id, { paymentId, reference: read.reference, outcome: { source, ...outcome } })
  }
  return reports
}

async function settle(tx: EntityManager, now: Date, reports: Map<string, OwnReport>): Promise<void> {
  const settled = await settleFreePayments(tx, now, [...reports.values()])
  await markProcessed(
    tx,
    now,
    [...reports].flatMap(([id, { paymentId }]) => {
      const settlement = settled.get(paymentId)
      return settlement ? [{ id, settlement }] : []
    }),
  )
  faultPoint('together-before-commit')
}

const noted = { id: 'uuid', note: 'text' } as const

async function markProcessed(
  tx: EntityManager,
  now: Date,
  events: readonly { id: string; settlement: Settlement }[],
): Promise<void> {
  const rows = events.map(({ id, settlement }) => ({ id, note: noteOf(settlement) }))
  await db(tx)
    .updateTable('webhook_events')
    .from(valueRows('noted', noted, rows))
    .set(({ eb, ref }) => ({
      ...endOfEvent(now, { outcome: ref('noted.note') }),
      attempts: eb('webhook_events.attempts', '+', 1),
    }))
    .whereRef('webhook_events.id', '=', 'noted.id')
    .execute()
}

async function releaseUnprocessed({ em, clock }: Context, { events, dueAgainAt }: ClaimedTogether): Promise<void> {
  await db(em)
    .updateTable('webhook_events')
    .set({ next_attempt_at: clock() })
    .where('id', '=', sql<string>`any(${events.map(({ id }) => id)}::uuid[])`)
    .where('processed_at', 'is', null)
    // Where this took too long, somebody else has the event now.
    .where('next_attempt_at', '=', dueAgainAt)
    .execute()
}
