import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { centsOf } from '@marashi/domain/rules/money'
import { nairobiDay, nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { revenueByMethod } from '../../payments/daily-check/revenue-by-method.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * What today in Nairobi has brought until now, beside the same day a week ago until the same minute. Revenue of orders is
 * `order_revenue`, the one definition of the statistics (docs/behaviour.md#revenue).
 */
export async function takingsToday(em: EntityManager, now: Date): Promise<AdminOverview['takings']> {
  const { from } = nairobiPeriod(nairobiDay(now))
  const aWeekBefore = (instant: Date) => new Date(instant.getTime() - WEEK_MS)
  const [today, before, byMethod] = await Promise.all([
    sold(em, { from, until: now }),
    sold(em, { from: aWeekBefore(from), until: aWeekBefore(now) }),
    revenueByMethod(em, { from, until: now }),
  ])
  return {
    day: nairobiDay(now),
    revenue: today.revenue,
    revenueCents: centsOf(today.revenue),
    orders: today.orders,
    weekBefore: before.revenue,
    weekBeforeCents: centsOf(before.revenue),
    byMethod: byMethod.map(({ method, revenue }) => ({ method, revenue, revenueCents: centsOf(revenue) })),
  }
}

/** Of the orders that were placed from `from` to `until`, both included. */
const sold = (em: EntityManager, { from, until }: { from: Date; until: Date }) =>
  db(em)
    .selectFrom('orders as o')
    .where('o.deleted_at', 'is', null)
    .where('o.created_at', '>=', from)
    .where('o.created_at', '<=', until)
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      sql<number>`coalesce(sum(order_revenue(o)), 0)`.as('revenue'),
    ])
    .executeTakeFirstOrThrow()
