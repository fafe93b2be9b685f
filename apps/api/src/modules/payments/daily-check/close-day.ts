import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { cashUp } from './cash-up.ts'
import { isDiffering, isTheirs } from './cash-up-lists.ts'
import { listedMoney, unlistedMoney } from './day-money.ts'
import { openOf } from './open-lines.ts'

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

/** Counted by the statement that closes the day, so that all of it is of one instant. */
function openCount(em: EntityManager, period: Period) {
  const listed = db(em)
    .selectFrom(listedMoney(em, period).as('l'))
    // Listed money that is unmatched stands among the open lines already.
    .where(sql<SqlBool>`${isDiffering} or (${isTheirs} and l.kind <> 'payment')`)
    .select(count)
  const unlisted = db(em).selectFrom(unlistedMoney(em, period).as('u')).where('u.is_covered', '=', true).select(count)
  const open = db(em).selectFrom(openOf(em, period).as('x')).select(count)
  return sql<number>`${listed} + ${unlisted} + ${open}`
}

const count = sql<number>`count(*)`.as('count')
