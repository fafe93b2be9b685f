import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { centsOf } from '@marashi/domain/rules/money'
import { nairobiDay, nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { publicImage } from '@marashi/domain/rules/picture'
import { topPerfumesShown } from '@marashi/domain/rules/top-perfumes'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const daysOf = { day: 1, week: 7, month: 30 } as const
type Period = keyof typeof daysOf
/** A deleted perfume leaves its lines without a product. */
const deletedName = sql<string | null>`case when i.product_id is null then i.product_name end`

/**
 * The perfumes that sold best today, in seven days and in thirty, by the price of their lines in orders that count as
 * revenue (docs/behaviour.md#revenue). Those that were deleted since stand apart, by the name of their lines, for the takings count
 * them too.
 */
export async function topProducts({ em, env }: Pick<Context, 'em' | 'env'>, now: Date): Promise<AdminOverview['top']> {
  const today = nairobiPeriod(nairobiDay(now)).from
  const since = (period: Period) => new Date(today.getTime() - (daysOf[period] - 1) * DAY_MS)
  const { day, week, month, ...deleted } = await db(em)
    .with(
      (cte) => cte('sold').materialized(),
      (query) =>
        query
          .selectFrom('orders as o')
          .innerJoin('order_items as i', 'i.order_id', 'o.id')
          .where('o.deleted_at', 'is', null)
          .where('o.created_at', '>=', since('month'))
          .where(sql<boolean>`order_revenue(o) > 0`)
          .groupBy(['i.product_id', deletedName])
          .select(({ ref }) => {
            const line = sql`${ref('i.product_price')} * ${ref('i.quantity')}`
            const within = (what: unknown, period: Period) =>
              sql<number>`coalesce(sum(${what}) filter (where ${ref('o.created_at')} >= ${since(period)}), 0)::int8`
            return [
              'i.product_id',
              deletedName.as('deleted_name'),
              within(line, 'day').as('day'),
              within(line, 'week').as('week'),
              within(line, 'month').as('month'),
              within(ref('i.quantity'), 'day').as('day_pieces'),
              within(ref('i.quantity'), 'week').as('week_pieces'),
              within(ref('i.quantity'), 'month').as('month_pieces'),
            ]
          }),
    )
    .selectNoFrom(({ selectFrom }) => {
      const best = (period: Period) =>
        jsonArrayFrom(
          selectFrom('sold')
            .innerJoin('products as p', 'p.id', 'sold.product_id')
            .where(`sold.${period}`, '>', 0)
            .select(['p.id', 'p.name', 'p.image', `sold.${period} as amount`, `sold.${period}_pieces as pieces`])
            .orderBy(`sold.${period}`, 'desc')
            .orderBy('p.id')
            .limit(topPerfumesShown),
        ).as(period)
      const bestDeleted = (period: Period) =>
        jsonArrayFrom(
          selectFrom('sold')
            .where('sold.product_id', 'is', null)
            .where(`sold.${period}`, '>', 0)
            .select(({ ref }) => [
              ref('sold.deleted_name').$notNull().as('name'),
              `sold.${period} as amount`,
              `sold.${period}_pieces as pieces`,
            ])
            .orderBy(`sold.${period}`, 'desc')
            .orderBy('sold.deleted_name')
            .limit(topPerfumesShown),
        ).as(`deleted_${period}`)
      return [best('day'), best('week'), best('month'), bestDeleted('day'), bestDeleted('week'), bestDeleted('month')]
    })
    .executeTakeFirstOrThrow()
  const inCents = <Row extends { amount: number }>(row: Row) => ({ ...row, amountCents: centsOf(row.amount) })
  const presented = <Row extends { image: string; amount: number }>(row: Row) => ({
    ...inCents(row),
    image: publicImage(row.image, env.PUBLIC_URL),
  })
  return {
    day: day.map(presented),
    week: week.map(presented),
    month: month.map(presented),
    deleted: {
      day: deleted.deleted_day.map(inCents),
      week: deleted.deleted_week.map(inCents),
      month: deleted.deleted_month.map(inCents),
    },
  }
}
