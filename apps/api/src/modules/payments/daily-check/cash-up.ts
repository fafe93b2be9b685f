import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { cashUpLists } from './cash-up-lists.ts'
import { cashUpMethods } from './cash-up-methods.ts'
import { explainRevenue } from './explain-revenue.ts'
import { openCount } from './open-count.ts'
import { openLines } from './open-lines.ts'

/** A day in Nairobi: the shop's books beside the gateways' own lists. See docs/behaviour.md#daily-check. */
export async function cashUp(ctx: Context, { day }: { day: string }): Promise<CashUp> {
  const period = nairobiPeriod(day)
  const methods = await cashUpMethods(ctx, period)
  const cash = methods
    .filter(({ method }) => method !== 'on-delivery')
    .reduce((sum, { expected, refunded }) => sum + expected - refunded, 0)
  const [lists, open, { total }, explanation, closed] = await Promise.all([
    cashUpLists(ctx, period),
    openLines(ctx, period),
    db(ctx.em).selectNoFrom(openCount(ctx.em, period).as('total')).executeTakeFirstOrThrow(),
    explainRevenue(ctx, period, cash),
    closingOf(ctx, day),
  ])
  return { day, methods, ...lists, open: { total, ...open }, explanation, closed }
}

async function closingOf({ em }: Pick<Context, 'em'>, day: string): Promise<CashUp['closed']> {
  const row = await db(em)
    .selectFrom('closed_days')
    .where('day', '=', day)
    .select(({ ref }) => [instant(ref('closed_at')).as('at'), 'open_lines as openLines'])
    .executeTakeFirst()
  return row ?? null
}
