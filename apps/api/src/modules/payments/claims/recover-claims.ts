import { leftToOwnerReasons } from '@marashi/domain/rules/gateway-transaction'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'
import { paymentOfLine } from '../transactions/payment-of-transaction.ts'
import { askAboutClaim } from './ask-about-claim.ts'
import { holdOrResumeClaims } from './hold-claims.ts'
import { settleClaim } from './settle-claim.ts'
import { claimsToTakeUp, takeUpClaim } from './take-up-claims.ts'

const BATCH = 20

/**
 * Decides the claims whose receipt has come onto the shop's books in another way, takes up those that waited for another order's,
 * and asks again for those whose answer was lost, with growing pauses; after the last one the claim waits for the administrator.
 */
export async function recoverClaims(ctx: Context): Promise<void> {
  await holdOrResumeClaims(ctx)
  for (const { id } of await claimsWithKnownReceipt(ctx).execute()) await attempt(ctx, id, () => settleClaim(ctx, id))
  for (const { id } of await claimsToTakeUp(ctx).execute())
    await attempt(ctx, id, async () => {
      if (await takeUpClaim(ctx, id)) await askAboutClaim(ctx, id)
    })
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

/** The open claims that a payment of ours or a line of the gateway's ledger decides; one that is left to the owner does not yet. */
export const claimsWithKnownReceipt = ({ em }: Pick<Context, 'em'>) =>
  db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('receipt_claims as claim')
        .where('claim.state', '=', 'checking')
        .select([
          'claim.id',
          'claim.gateway',
          'claim.receipt as reference',
          sql<string | null>`null::text`.as('related_reference'),
          sql<string | null>`null::text`.as('payment_reference'),
          'claim.number',
          'claim.left_because',
        ])
        .as('l'),
    )
    .leftJoin('gateway_transactions as line', (join) =>
      join
        .onRef('line.reference', '=', 'l.reference')
        .onRef('line.gateway', '=', 'l.gateway')
        .on(
          sql<boolean>`(l.left_because is null or l.left_because <> all(${[...leftToOwnerReasons]}::text[])
            or num_nonnulls(line.payment_id, line.refund_id, line.dismissed_at) > 0)`,
        ),
    )
    .leftJoinLateral(paymentOfLine.as('payment'), (join) => join.onTrue())
    .where(({ or, eb }) => or([eb('line.id', 'is not', null), eb('payment.id', 'is not', null)]))
    .select('l.id')
    .orderBy('l.number')
    .limit(BATCH)

/** Each is planned again before it is asked about, so that two processes do not ask at once. */
async function claimDue({ em, clock }: Context) {
  const now = clock()
  const due = await db(em)
    .selectFrom('receipt_claims')
    .where('state', '=', 'checking')
    .where('next_query_at', '<=', now)
    .select(({ fn }) => [
      'id',
      'gateway',
      fn.coalesce('taken_up_at', 'asked_at').as('since'),
      'next_query_at as plannedAt',
    ])
    .orderBy('next_query_at')
    .limit(BATCH)
    .execute()
  const claimed: { id: string }[] = []
  for (const { id, gateway, since, plannedAt } of due) {
    const inMs = providerOf(gateway).receipts?.nextInMs(now.getTime() - since.getTime()) ?? null
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
