import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, json } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import type { DisputeReport } from '../providers/provider-reports.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import type { FlagDetails } from './payment-flag.entity.ts'

const resolutions = {
  open: 'replaced by a later report on this dispute',
  won: 'the dispute was closed in favour of the shop',
  lost: 'the dispute was lost',
} as const

interface ReportedDispute {
  dispute: DisputeReport
  source: OutcomeSource
  /** Whether a later report came before this one, also one that needed nobody. */
  isOvertaken: (tx: EntityManager) => Promise<boolean>
}

/**
 * Brings the flags of a dispute in line with how it stood at some moment. Such reports come in any order and twice: one that
 * is not newer than what is known changes nothing. An open dispute has one open flag, with its latest facts; one that is
 * lost is a flag of another kind; one that is won leaves none open. See docs/behaviour.md#disputes.
 */
export async function applyDispute(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  { dispute, source, isOvertaken }: ReportedDispute,
): Promise<'flagged' | 'resolved' | 'known'> {
  return await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    const last = await lastFlagOf(tx, paymentId, dispute.id)
    const reportedAt = dispute.at.toISOString()
    if (last && String(last.details.reportedAt) >= reportedAt) return 'known'
    if (await isOvertaken(tx)) return 'known'
    const details = { disputeId: dispute.id, ...dispute.facts, reportedAt }
    if (last && addsNothing(last, details, dispute)) return 'known'
    const now = clock()
    await resolve(tx, now, payment, { disputeId: dispute.id, resolution: resolutions[dispute.state] })
    const what = dispute.state === 'lost' ? 'dispute-lost' : 'disputed'
    const isWon = dispute.state === 'won'
    await db(tx)
      .insertInto('payment_flags')
      .values({
        payment_id: paymentId,
        what,
        details: json(details),
        source,
        raised_at: now,
        // What arrives late finds by this row that the dispute is over.
        ...(isWon && { resolved_at: now, resolved_by: 'shop', resolution: resolutions.won }),
      })
      .execute()
    const note = isWon ? `resolved ${what}: ${resolutions.won}` : `flagged: ${what}`
    await recordEvent(tx, { now, payment, source, note })
    faultPoint('dispute-before-commit')
    return isWon ? 'resolved' : 'flagged'
  })
}

type DisputeFlag = NonNullable<Awaited<ReturnType<typeof lastFlagOf>>>

const ofDispute = (disputeId: string) => sql<boolean>`details ->> 'disputeId' = ${disputeId}`
const kinds = ['disputed', 'dispute-lost'] as const

const lastFlagOf = (tx: EntityManager, paymentId: string, disputeId: string) =>
  db(tx)
    .selectFrom('payment_flags')
    .select(['what', 'details', 'resolved_by as resolvedBy'])
    .where('payment_id', '=', paymentId)
    .where('what', 'in', kinds)
    .where(ofDispute(disputeId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What the owner has seen to is not raised again, unless an answer is due or the dispute is over. */
function addsNothing(last: DisputeFlag, details: FlagDetails, { state, needsAnswer }: DisputeReport): boolean {
  if (state !== 'open') return false
  if (last.resolvedBy === 'administrator' && !needsAnswer) return true
  const { reportedAt: _before, ...before } = last.details
  const { reportedAt: _after, ...after } = details
  return last.what === 'disputed' && Object.entries(after).every(([name, value]) => before[name] === value)
}

async function resolve(
  tx: EntityManager,
  now: Date,
  { id }: LockedPayment,
  { disputeId, resolution }: { disputeId: string; resolution: string },
): Promise<void> {
  await db(tx)
    .updateTable('payment_flags')
    .set({ resolved_at: now, resolved_by: 'shop', resolution })
    .where('payment_id', '=', id)
    .where('what', 'in', kinds)
    .where(ofDispute(disputeId))
    .where('resolved_at', 'is', null)
    .execute()
}
