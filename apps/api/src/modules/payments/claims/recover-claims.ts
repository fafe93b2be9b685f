import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'
import { askAboutClaim } from './ask-about-claim.ts'
import { settleClaim } from './settle-claim.ts'

const BATCH = 20

/**
 * Decides the claims whose receipt has come onto the shop's books in another way, and asks again for those whose answer was
 * lost, with growing pauses; after the last one the claim waits for the administrator.
 */
export async function recoverClaims(ctx: Context): Promise<void> {
  for (const { id } of await onTheBooks(ctx)) await attempt(ctx, id, () => settleClaim(ctx, id))
  for (const { id } of await claimDue(ctx)) await attempt(ctx, id, () => askAboutClaim(ctx, id))
}

/** One that fails must not stand in the way of the others; it comes up again. */
async function attempt(ctx: Context, claimId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ctx.log.error({ err: error, claimId }, 'a typed receipt could not be checked')
  }
}

const isOnBooks = sql`p.payment_method = claim.gateway and p.deleted_at is null and p.status in ('completed', 'refunded')`

const onTheBooks = ({ em }: Context) =>
  db(em)
    .selectFrom('receipt_claims as claim')
    .select('claim.id')
    .where('claim.state', '=', 'checking')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('gateway_transactions as line')
            .select('line.id')
            .whereRef('line.reference', '=', 'claim.receipt')
            .whereRef('line.gateway', '=', 'claim.gateway'),
        ),
        // As paymentOfTransaction finds it; apart, so that each condition has its index.
        sql<boolean>`exists (select from payments p where upper(p.provider_receipt) = claim.receipt and ${isOnBooks})`,
        sql<boolean>`exists (select from payments p where upper(p.transaction_id) = claim.receipt and ${isOnBooks})`,
        sql<boolean>`exists (select from payments p where p.is_manual and upper(p.receipt_number) = claim.receipt and ${isOnBooks})`,
      ]),
    )
    .orderBy('claim.asked_at')
    .limit(BATCH)
    .execute()

/** Each is planned again before it is asked about, so that two processes do not ask at once. */
async function claimDue({ em, clock }: Context) {
  const now = clock()
  const due = await db(em)
    .selectFrom('receipt_claims')
    .where('state', '=', 'checking')
    .where('next_query_at', '<=', now)
    .select(['id', 'gateway', 'asked_at as askedAt', 'next_query_at as plannedAt'])
    .orderBy('next_query_at')
    .limit(BATCH)
    .execute()
  const claimed: { id: string }[] = []
  for (const { id, gateway, askedAt, plannedAt } of due) {
    const inMs = providerOf(gateway).receipts?.nextInMs(now.getTime() - askedAt.getTime()) ?? null
    const planned = await db(em)
      .updateTable('receipt_claims')
      .set(({ eb }) => ({
        next_query_at: inMs === null ? null : new Date(now.getTime() + inMs),
        query_count: eb('query_count', '+', 1),
      }))
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .where('next_query_at', '=', plannedAt)
      .returning('id')
      .executeTakeFirst()
    if (planned) claimed.push(planned)
  }
  return claimed
}
