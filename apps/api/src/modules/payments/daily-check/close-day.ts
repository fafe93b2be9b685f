import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { cashUp } from './cash-up.ts'
import { openCount } from './open-count.ts'

/**
 * Keeps when the owner closed a day, and how many lines were open; the first time counts. Throws CONFLICT before it is over, and
 * while a list of it is being read.
 */
export async function closeDay(ctx: Context, { day }: { day: string }): Promise<CashUp> {
  const now = ctx.clock()
  const period = nairobiPeriod(day)
  if (period.until > now) throw new ShopError('CONFLICT', 'This day is not over yet.')
  await db(ctx.em)
    .insertInto('closed_days')
    .columns(['day', 'closed_at', 'open_lines'])
    .expression(
      db(ctx.em)
        .selectNoFrom([
          sql<string>`${day}::date`.as('day'),
          sql<Date>`${now}::timestamptz`.as('closed_at'),
          openCount(ctx.em, period).as('open_lines'),
        ])
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(selectFrom('day_checks').where('day', '=', day).where('state', '=', 'checking').select('gateway')),
          ),
        ),
    )
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const answer = await cashUp(ctx, { day })
  if (answer.closed) return answer
  throw new ShopError('CONFLICT', 'A list of this day is being read. Close the day when all of it is here.')
}
