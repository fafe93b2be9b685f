import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { centsOf } from '@marashi/domain/rules/money'
import { nairobiDay, nairobiZone } from '@marashi/domain/rules/nairobi-time'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Every day of the last 30 in Nairobi, with its orders and their revenue. Days there begin on the hour, as counters do. */
export async function salesByDay(em: EntityManager, now: Date): Promise<AdminOverview['sales']> {
  const days = Array.from({ length: DAYS }, (_, index) => nairobiDay(now.getTime() - (DAYS - 1 - index) * DAY_MS))
  const sold = await db(em)
    .selectFrom('counters')
    .select(({ fn, ref }) => [
      sql<string>`to_char(${ref('hour')} at time zone ${sql.lit(nairobiZone)}, 'YYYY-MM-DD')`.as('day'),
      fn.sum<number>('count').as('orders'),
      fn.sum<number>('amount').as('revenue'),
    ])
    .where('kind', '=', 'order')
    .where('hour', '>=', sql<Date>`${days[0]}::timestamp at time zone ${sql.lit(nairobiZone)}`)
    .groupBy('day')
    .execute()
  const byDay = new Map(sold.map((sales) => [sales.day, sales]))
  return days.map((day) => {
    const sales = byDay.get(day) ?? { day, orders: 0, revenue: 0 }
    return { ...sales, revenueCents: centsOf(sales.revenue) }
  })
}
