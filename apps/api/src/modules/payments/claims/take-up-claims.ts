import { type SqlBool, sql } from 'kysely'
import { violatedConstraint } from '../../../db/constraints.ts'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'
import { claimPlan } from './claim-plan.ts'
import { lockReceipt } from './lock-receipt.ts'
import { owesMoney } from './owes-money.ts'
import { settleClaim } from './settle-claim.ts'
import { isUnjudged, settleWaitingClaim } from './settle-waiting-claim.ts'

const BATCH = 20

/**
 * Judges a claim that waits for another order's with the same receipt: beside one that is left to the owner, and as any other as
 * soon as none is open and none that was typed before waits. Nothing happens with any other claim. Answers whether it was opened here,
 * and so is to be asked about, unless it is decided already.
 */
export async function takeUpClaim(ctx: Context, id: string): Promise<boolean> {
  await settleWaitingClaim(ctx, id)
  const isOpened = await openClaim(ctx, id)
  if (isOpened) await settleClaim(ctx, id)
  return isOpened
}

/** Ends a claim whose order owes nothing any more instead, without asking: nobody waits for its money. */
async function openClaim(ctx: Context, id: string): Promise<boolean> {
  const waiting = await waitingClaims(ctx).where('claim.id', '=', id).executeTakeFirst()
  if (!waiting || waiting.isOtherOpen) return false
  const change = waiting.owesMoney
    ? {
        ...(await claimPlan(ctx, providerOf(waiting.gateway))),
        state: 'checking' as const,
        reason: null,
        answered_at: null,
        taken_up_at: ctx.clock(),
      }
    : { answered_at: ctx.clock() }
  try {
    return await ctx.em.fork().transactional(async (tx) => {
      // The claim before its order, which changes where the claim ends, and both before the receipt, as everybody who has them.
      await db(tx).selectFrom('receipt_claims').where('id', '=', id).select('id').forUpdate().execute()
      await db(tx).selectFrom('orders').where('id', '=', waiting.orderId).select('id').forNoKeyUpdate().execute()
      await lockReceipt(tx, waiting)
      const opened = await db(tx)
        .updateTable('receipt_claims as claim')
        .set({ ...change, waits_for_other: false })
        .where('claim.id', '=', id)
        .where('claim.waits_for_other', '=', true)
        .where(({ not }) => not(isOtherOpen))
        .where(({ not }) => not(isOtherBefore))
        .returning('claim.id')
        .executeTakeFirst()
      return waiting.owesMoney && opened !== undefined
    })
  } catch (error) {
    // A process of the version before, which takes no lock, has opened another claim of this receipt; this one waits for it now.
    if (violatedConstraint(error) === 'receipt_claims_one_at_a_time') return false
    throw error
  }
}

/** The waiting claims that can be judged now, the first typed first. */
export const claimsToTakeUp = (ctx: Pick<Context, 'em'>) =>
  waitingClaims(ctx)
    .where(({ or, not }) => or([not(isOtherOpen), isUnjudged('claim')]))
    .orderBy('claim.number')
    .limit(BATCH)

const isOtherOpen = sql<SqlBool>`exists (select from receipt_claims open
  where open.receipt = claim.receipt and open.gateway = claim.gateway and open.state = 'checking')`

const isOtherBefore = sql<SqlBool>`exists (select from receipt_claims other
  where other.receipt = claim.receipt and other.gateway = claim.gateway and other.waits_for_other
    and other.number < claim.number)`

const waitingClaims = ({ em }: Pick<Context, 'em'>) =>
  db(em)
    .selectFrom('receipt_claims as claim')
    .innerJoin('orders as o', 'o.id', 'claim.order_id')
    // Written out, as the index has it: with a value that is bound later no plan for all values could use that.
    .where(({ eb, lit }) => eb('claim.waits_for_other', '=', lit(true)))
    .select([
      'claim.id',
      'claim.gateway',
      'claim.receipt',
      'claim.order_id as orderId',
      isOtherOpen.as('isOtherOpen'),
      owesMoney.as('owesMoney'),
    ])
