import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { centsOf } from '@marashi/domain/rules/money'
import { nairobiDay, nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * What today in Nairobi has brought until now, beside the same day a week ago until the same minute. Revenue of orders is
 * `order_revenue`, the one definition of the statistics (docs/behaviour.md#revenue).
 */
export async function takingsToday(em: EntityManager, now: Date): Promise<AdminOverview['takings']> {
  const { from } = nairobiPeriod(nairobiDay(now))
  const aWeekBefore = (instant: Date) => new Date(instant.getTime() - WEEK_MS)
  const sold = await db(em)
    .selectFrom('orders as o')
    .where('o.deleted_at', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        and([eb('o.created_at', '>=', from), eb('o.created_at', '<=', now)]),
        and([eb('o.created_at', '>=', aWeekBefore(from)), eb('o.created_at', '<=', aWeekBefore(now))]),
      ]),
    )
    .select(({ fn, ref }) => [
      'o.payment_method as method',
      sql<boolean>`${ref('o.created_at')} >= ${from}`.as('isToday'),
      fn.countAll<number>().as('orders'),
      sql<number>`sum(order_revenue(o))`.as('revenue'),
    ])
    .groupBy(['method', 'isToday'])
    .orderBy('method')
    .execute()
  const today = sold.filter(({ isToday }) => isToday)
  const sum = (rows: typeof sold) => rows.reduce((total, { revenue }) => total + revenue, 0)
  const weekBefore = sum(sold.filter(({ isToday }) => !isToday))
  return {
    day: nairobiDay(now),
    revenue: sum(today),
    revenueCents: centsOf(sum(today)),
    orders: today.reduce((total, { orders }) => total + orders, 0),
    weekBefore,
    weekBeforeCents: centsOf(weekBefore),
    byMethod: today
      .filter(({ revenue }) => revenue > 0)
      .map(({ method, revenue }) => ({ method, revenue, revenueCents: centsOf(revenue) })),
  }
}
