import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { cashUp } from './cash-up.ts'
import { countUnmatchedListed } from './cash-up-lists.ts'

/** Keeps when the owner closed a day, and how many lines were open; the first time counts. Throws CONFLICT before it is over. */
export async function closeDay(ctx: Context, { day }: { day: string }): Promise<CashUp> {
  const now = ctx.clock()
  if (nairobiPeriod(day).until > now) throw new ShopError('CONFLICT', 'This day is not over yet.')
  const { theirsNotOurs, oursNotTheirs, differing, open } = await cashUp(ctx, { day })
  const lists = theirsNotOurs.total + oursNotTheirs.total + differing.total
  // Unmatched money that a list has stands in the first list already.
  const unmatched = open.unmatched - (await countUnmatchedListed(ctx, nairobiPeriod(day)))
  await db(ctx.em)
    .insertInto('closed_days')
    .values({ day, closed_at: now, open_lines: lists + open.flags + unmatched + open.claims + open.pendingRefunds })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  return await cashUp(ctx, { day })
}
