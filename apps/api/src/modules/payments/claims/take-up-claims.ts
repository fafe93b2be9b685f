import { type SqlBool, sql } from 'kysely'
import { violatedConstraint } from '../../../db/constraints.ts'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'
import { claimPlan } from './claim-plan.ts'
import { settleBesideLeft } from './settle-beside-left.ts'
import { settleClaim } from './settle-claim.ts'

const BATCH = 20

/**
 * Judges a claim that waits for another order's with the same receipt: beside one that is left to the owner, and as any other as
 * soon as none is open. Of several one goes first; the others wait for it. Nothing happens with any other claim.
 */
export async function takeUpClaim(ctx: Context, id: string): Promise<void> {
  await settleBesideLeft(ctx, id)
  if (await openClaim(ctx, id)) await settleClaim(ctx, id)
}

async function openClaim(ctx: Context, id: string): Promise<boolean> {
  const waiting = await waitingClaims(ctx).where('claim.id', '=', id).executeTakeFirst()
  if (!waiting || waiting.isOtherOpen) return false
  const plan = await claimPlan(ctx, providerOf(waiting.gateway))
  try {
    const opened = await db(ctx.em)
      .updateTable('receipt_claims')
      .set({ ...plan, state: 'checking', reason: null, waits_for_other: false, answered_at: null })
      .where('id', '=', id)
      .where('waits_for_other', '=', true)
      .returning('id')
      .executeTakeFirst()
    return opened !== undefined
  } catch (error) {
    // Another claim of this receipt was opened meanwhile; this one waits for it now.
    if (violatedConstraint(error) === 'receipt_claims_one_at_a_time') return false
    throw error
  }
}

/** The waiting claims that can be judged now, the first typed first. */
export const claimsToTakeUp = (ctx: Pick<Context, 'em' | 'clock'>) =>
  waitingClaims(ctx)
    .where(({ or, not, eb }) => or([not(isOtherOpen), eb('claim.next_query_at', '<=', ctx.clock())]))
    .orderBy('claim.number')
    .limit(BATCH)

const isOtherOpen = sql<SqlBool>`exists (select from receipt_claims open
  where open.receipt = claim.receipt and open.gateway = claim.gateway and open.state = 'checking')`

const waitingClaims = ({ em }: Pick<Context, 'em'>) =>
  db(em)
    .selectFrom('receipt_claims as claim')
    .where('claim.waits_for_other', '=', true)
    .select(['claim.id', 'claim.gateway', isOtherOpen.as('isOtherOpen')])
