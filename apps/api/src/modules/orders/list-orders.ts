import { type OrderList, type OrderListQuery, orderViews } from '@marashi/domain/contracts/admin-orders'
import { orderStatuses } from '@marashi/domain/contracts/checkout'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countersOf } from '../../db/counters.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { adminOrderColumns } from './admin-order-row.ts'
import { MOST_FOUND, orderSearch } from './order-search.ts'
import { isInView } from './order-view.ts'

type Counts = OrderList['counts']

/**
 * A page of the administrator's orders, newest first, with the counts of every view for the same search
 * (docs/behaviour.md#order-status). Deleted orders are hidden. Without a search the counts come from the counters and the
 * page from an index.
 */
export async function listOrders({ em }: Pick<Context, 'em'>, query: OrderListQuery): Promise<OrderList> {
  const search = await orderSearch(em, query.search)
  const { orders, counts } = search ? await searched(em, query, search) : await browsed(em, query)
  return { orders, total: counts[query.status ?? 'all'], counts }
}

async function browsed(em: EntityManager, { status, limit, offset }: OrderListQuery) {
  const [counted, orders] = await Promise.all([
    Promise.all([countersOf(em, 'order'), countersOf(em, 'fulfilment')]),
    db(em)
      .with('page', (query) =>
        query
          .selectFrom('orders')
          .select('id')
          .where('deleted_at', 'is', null)
          .where(isInView(status))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset),
      )
      .selectFrom('page')
      .innerJoin('orders as o', 'o.id', 'page.id')
      .select(adminOrderColumns)
      .orderBy('o.created_at', 'desc')
      .orderBy('o.id', 'desc')
      .execute(),
  ])
  return { orders, counts: countsOf(counted.flat().map(({ detail, count }) => ({ view: detail, count }))) }
}

/** One statement looks the newest matches up once, for the counts and for the page. */
async function searched(
  em: EntityManager,
  { status, limit, offset }: OrderListQuery,
  search: Expression<SqlBool>,
): Promise<Pick<OrderList, 'orders' | 'counts'>> {
  const { orders, counted } = await db(em)
    .with(
      (cte) => cte('matches').materialized(),
      (query) =>
        query
          .selectFrom('orders as o')
          .select(['o.id', 'o.status', 'o.fulfilment', 'o.created_at'])
          .where('o.deleted_at', 'is', null)
          .where(search)
          .orderBy('o.created_at', 'desc')
          .orderBy('o.id', 'desc')
          .limit(MOST_FOUND),
    )
    .with('page', (query) =>
      query
        .selectFrom('matches')
        .select('id')
        .where(isInView(status))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset),
    )
    .selectNoFrom(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('page')
          .innerJoin('orders as o', 'o.id', 'page.id')
          .select(adminOrderColumns)
          .orderBy('o.created_at', 'desc')
          .orderBy('o.id', 'desc'),
      ).as('orders'),
      jsonArrayFrom(
        selectFrom('matches')
          .select(({ fn }) => [fn.coalesce('status', 'fulfilment').as('view'), fn.countAll<number>().as('count')])
          .groupBy(({ ref }) => sql`grouping sets (${ref('status')}, ${ref('fulfilment')})`)
          .having(({ fn }) => fn.coalesce('status', 'fulfilment'), 'is not', null),
      ).as('counted'),
    ])
    .executeTakeFirstOrThrow()
  return { orders, counts: countsOf(counted) }
}

function countsOf(counted: { view: string; count: number }[]): Counts {
  const of = new Map(counted.map(({ view, count }) => [view, count]))
  const counts = Object.fromEntries(orderViews.map((view) => [view, of.get(view) ?? 0])) as Omit<Counts, 'all'>
  return { all: orderStatuses.reduce((sum, status) => sum + counts[status], 0), ...counts }
}
