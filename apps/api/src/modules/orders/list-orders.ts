import {
  type AdminOrder,
  type OrderList,
  type OrderListQuery,
  orderViews,
} from '@marashi/domain/contracts/admin-orders'
import { orderStatuses } from '@marashi/domain/contracts/checkout'
import type { EntityManager } from '@mikro-orm/postgresql'
import { countersOf } from '../../db/counters.ts'
import type { Context } from '../../http/context.ts'
import { adminOrderColumns } from './admin-order-row.ts'
import { MOST_FOUND, type OrderCondition, orderSearch } from './order-search.ts'
import { columnOfView } from './order-view.ts'

type Counts = OrderList['counts']

/**
 * A page of the administrator's orders, newest first, with the counts of every view for the same search (decisions 37,
 * 38). Deleted orders are hidden. Without a search the counts come from counters and the page from an index.
 */
export async function listOrders({ em }: Pick<Context, 'em'>, query: OrderListQuery): Promise<OrderList> {
  const search = await orderSearch(em, query.search)
  const { orders, counts } = search ? await searched(em, query, search) : await browsed(em, query)
  return { orders, total: counts[query.status ?? 'all'], counts }
}

async function browsed(em: EntityManager, { status, limit, offset }: OrderListQuery) {
  const [counted, orders] = await Promise.all([
    Promise.all([countersOf(em, 'order'), countersOf(em, 'fulfilment')]),
    em.execute<AdminOrder[]>(
      `with page as (
         select id from orders where deleted_at is null ${status ? `and ${columnOfView(status)} = ?` : ''}
         order by created_at desc, id desc limit ? offset ?)
       select ${adminOrderColumns} from page join orders o using (id) order by o.created_at desc, o.id desc`,
      [...(status ? [status] : []), limit, offset],
    ),
  ])
  return { orders, counts: countsOf(counted.flat().map(({ detail, count }) => ({ view: detail, count }))) }
}

/** One statement looks the newest matches up once, for the counts and for the page; a page past the end still brings counts. */
async function searched(em: EntityManager, { status, limit, offset }: OrderListQuery, search: OrderCondition) {
  const rows: (AdminOrder & { counted: { view: string; count: number }[] | null })[] = await em.execute(
    `with matches as materialized (
       select o.id, o.status, o.fulfilment, o.created_at from orders o where o.deleted_at is null and ${search.sql}
       order by o.created_at desc, o.id desc limit ${MOST_FOUND}
     ), counted as (
       select json_agg(each) as counted from (
         select coalesce(status, fulfilment) as view, count(*)::int as count from matches
         group by grouping sets (status, fulfilment) having coalesce(status, fulfilment) is not null) each
     ), page as (
       select id from matches ${status ? `where ${columnOfView(status)} = ?` : ''} order by created_at desc, id desc limit ? offset ?
     )
     select counted.counted, found.* from counted left join (
       select ${adminOrderColumns}, o.created_at as "sortedBy" from page join orders o using (id)
     ) found on true order by found."sortedBy" desc, found.id desc`,
    [...search.values, ...(status ? [status] : []), limit, offset],
  )
  return { orders: rows.filter(({ id }) => id !== null), counts: countsOf(rows[0]?.counted ?? []) }
}

function countsOf(counted: { view: string; count: number }[]): Counts {
  const of = new Map(counted.map(({ view, count }) => [view, count]))
  const counts = Object.fromEntries(orderViews.map((view) => [view, of.get(view) ?? 0])) as Omit<Counts, 'all'>
  return { all: orderStatuses.reduce((sum, status) => sum + counts[status], 0), ...counts }
}
