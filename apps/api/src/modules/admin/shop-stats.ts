import type { AdminStats } from '@marashi/domain/contracts/admin-dashboard'
import type { Context } from '../../http/context.ts'

/**
 * The four cards of the dashboard. Revenue in shillings, by the database's one definition (`order_revenue`, decisions 6);
 * recent are the orders of the last seven days, to the millisecond: whole hours from the counters, the rest by index.
 */
export async function shopStats({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<AdminStats> {
  const since = new Date(clock().getTime() - RECENT_MS)
  const nextHour = new Date(Math.ceil(since.getTime() / HOUR_MS) * HOUR_MS)
  const [stats]: AdminStats[] = await em.execute(
    `select coalesce(sum(count) filter (where kind = 'product'), 0)::float8 as "totalProducts",
            coalesce(sum(count) filter (where kind = 'order' and hour = '-infinity'), 0)::float8 as "totalOrders",
            coalesce(sum(amount) filter (where kind = 'order' and hour = '-infinity'), 0)::float8 as "totalRevenue",
            coalesce(sum(count) filter (where kind = 'order' and hour > '-infinity'), 0)::float8
              + (select count(*) from orders where deleted_at is null and created_at >= ? and created_at < ?)
              as "recentOrdersCount"
     from counters where kind in ('order', 'product') and (hour = '-infinity' or hour >= ?)`,
    [since, nextHour, nextHour],
  )
  if (!stats) throw new Error('A sum over the counters has no row')
  return stats
}

const HOUR_MS = 60 * 60 * 1000
const RECENT_MS = 7 * 24 * HOUR_MS
