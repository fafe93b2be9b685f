import type { AdminStats } from '@marashi/domain/contracts/admin-dashboard'
import { centsOf } from '@marashi/domain/rules/money'
import { sql } from 'kysely'
import { allTime } from '../../../db/counters.ts'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'

const HOUR_MS = 60 * 60 * 1000
const RECENT_MS = 7 * 24 * HOUR_MS

/**
 * The four cards of the dashboard. Revenue is in shillings, by the database's one definition, `order_revenue`
 * (docs/behaviour.md#revenue); recent are the orders of the last seven days, to the millisecond: whole hours from the
 * counters, the rest by index.
 */
export async function shopStats({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<AdminStats> {
  const since = new Date(clock().getTime() - RECENT_MS)
  const nextHour = new Date(Math.ceil(since.getTime() / HOUR_MS) * HOUR_MS)
  const stats = await db(em)
    .selectFrom('counters')
    .where('kind', 'in', ['order', 'product'])
    .where(({ eb, or }) => or([eb('hour', '=', allTime), eb('hour', '>=', nextHour)]))
    .select(({ eb, fn, selectFrom }) => {
      const count = fn.sum<number>('count')
      const orders = count.filterWhere('kind', '=', 'order')
      const zero = sql.lit(0)
      const sinceMidHour = selectFrom('orders')
        .where('deleted_at', 'is', null)
        .where('created_at', '>=', since)
        .where('created_at', '<', nextHour)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
      return [
        fn.coalesce(count.filterWhere('kind', '=', 'product'), zero).as('totalProducts'),
        fn.coalesce(orders.filterWhere('hour', '=', allTime), zero).as('totalOrders'),
        fn
          .coalesce(fn.sum<number>('amount').filterWhere('kind', '=', 'order').filterWhere('hour', '=', allTime), zero)
          .as('totalRevenue'),
        eb(fn.coalesce(orders.filterWhere('hour', '>', allTime), zero), '+', sinceMidHour).as('recentOrdersCount'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { ...stats, totalRevenueCents: centsOf(stats.totalRevenue) }
}
