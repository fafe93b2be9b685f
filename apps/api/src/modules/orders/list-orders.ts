import type { TimeFilter } from '@marashi/domain/contracts/admin-lists'
import { type OrderList, type OrderListQuery, orderViews } from '@marashi/domain/contracts/admin-orders'
import { orderStatuses } from '@marashi/domain/contracts/checkout'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countersOf } from '../../db/counters.ts'
import { db } from '../../db/db.ts'
import { isNarrowed, isWithin, pageOf, placeOf } from '../../db/list-cursor.ts'
import { isAfter, placeTime } from '../../db/read-in-batches.ts'
import type { Context } from '../../http/context.ts'
import type { Tables } from '../../tables.ts'
import { adminOrderColumns } from './admin-order-row.ts'
import { MOST_FOUND, orderSearch } from './order-search.ts'
import { isInView } from './order-view.ts'

type Counts = OrderList['counts']

/**
 * A page of the administrator's orders, newest first, with the counts of every view for the same search
 * (docs/behaviour.md#order-status). Deleted orders are hidden. Without a search the counts come from the counters and the
 * page from an index. Throws BAD_REQUEST for a cursor that is not ours.
 */
export async function listOrders({ em }: Pick<Context, 'em'>, query: OrderListQuery): Promise<OrderList> {
  const matches = await orderMatches(em, query)
  const { rows, counts } = matches ? await searched(em, query, matches) : await browsed(em, query)
  const { page, nextCursor } = pageOf(rows, query.limit)
  return { orders: page, total: counts[query.status ?? 'all'], counts, nextCursor }
}

/** What search and times ask of `orders` as o; undefined where they ask for nothing. */
export async function orderMatches(
  em: EntityManager,
  query: Pick<OrderListQuery, 'search'> & TimeFilter,
): Promise<Expression<SqlBool> | undefined> {
  const search = await orderSearch(em, query.search)
  if (!isNarrowed(query)) return search
  const { and, ref } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
  const within = isWithin(query, ref('o.created_at'), ref('o.updated_at'))
  return search ? and([search, within]) : within
}

const listed = [
  ...adminOrderColumns,
  placeTime(expressionBuilder<{ o: Tables['orders'] }, 'o'>().ref('o.created_at')).as('place'),
] as const

async function browsed(em: EntityManager, query: OrderListQuery) {
  const [counted, rows] = await Promise.all([
    Promise.all([countersOf(em, 'order'), countersOf(em, 'fulfilment')]),
    readOn(em, query, undefined),
  ])
  return { rows, counts: countsOf(counted.flat().map(({ detail, count }) => ({ view: detail, count }))) }
}

/** A page of the list and one row more, after the cursor where there is one; however many match, the list has no end before the last. */
async function readOn(
  em: EntityManager,
  { status, limit, offset, cursor }: OrderListQuery,
  matches: Expression<SqlBool> | undefined,
) {
  const after = placeOf(cursor)
  return await db(em)
    .with('page', (query) =>
      query
        .selectFrom('orders as o')
        .select('o.id')
        .where('o.deleted_at', 'is', null)
        .where(isInView(status))
        .where(({ and }) => matches ?? and([]))
        .where(({ ref }) => isAfter(after, ref('o.created_at'), ref('o.id')))
        .orderBy('o.created_at', 'desc')
        .orderBy('o.id', 'desc')
        .limit(limit + 1)
        .offset(offset),
    )
    .selectFrom('page')
    .innerJoin('orders as o', 'o.id', 'page.id')
    .select(listed)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .execute()
}

/** One statement looks the newest matches up once, for the counts and for the page. */
async function searched(em: EntityManager, query: OrderListQuery, search: Expression<SqlBool>) {
  const { status, limit, offset, cursor } = query
  const { rows, counted } = await db(em)
    .with(
      (cte) => cte('matches').materialized(),
      (each) =>
        each
          .selectFrom('orders as o')
          .select(['o.id', 'o.status', 'o.fulfilment', 'o.created_at'])
          .where('o.deleted_at', 'is', null)
          .where(search)
          .orderBy('o.created_at', 'desc')
          .orderBy('o.id', 'desc')
          .limit(MOST_FOUND),
    )
    .with('page', (each) =>
      each
        .selectFrom('matches')
        .select('id')
        .where(isInView(status))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .offset(offset),
    )
    .selectNoFrom(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('page')
          .innerJoin('orders as o', 'o.id', 'page.id')
          .select(listed)
          .orderBy('o.created_at', 'desc')
          .orderBy('o.id', 'desc'),
      ).as('rows'),
      jsonArrayFrom(
        selectFrom('matches')
          .select(({ fn }) => [fn.coalesce('status', 'fulfilment').as('view'), fn.countAll<number>().as('count')])
          .groupBy(({ ref }) => sql`grouping sets (${ref('status')}, ${ref('fulfilment')})`)
          .having(({ fn }) => fn.coalesce('status', 'fulfilment'), 'is not', null),
      ).as('counted'),
    ])
    .executeTakeFirstOrThrow()
  const counts = countsOf(counted)
  // Beyond the matches that are looked up there may be more of one status: the page would seem to be the last.
  const isCut = counts.all >= MOST_FOUND && rows.length <= limit
  return { rows: cursor === undefined && !isCut ? rows : await readOn(em, query, search), counts }
}

function countsOf(counted: { view: string; count: number }[]): Counts {
  const of = new Map(counted.map(({ view, count }) => [view, count]))
  const counts = Object.fromEntries(orderViews.map((view) => [view, of.get(view) ?? 0])) as Omit<Counts, 'all'>
  return { all: orderStatuses.reduce((sum, status) => sum + counts[status], 0), ...counts }
}
