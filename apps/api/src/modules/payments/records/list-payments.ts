import type { PaymentList, PaymentListQuery } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countersOf } from '../../../db/counters.ts'
import { db } from '../../../db/db.ts'
import { isNarrowed, pageOf, placeOf } from '../../../db/list-cursor.ts'
import { isAfter, placeTime } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import type { Tables } from '../../../tables.ts'
import { MOST_FOUND } from '../../orders/order-search.ts'
import { paymentColumns } from './payment-row.ts'
import { paymentMatches } from './payment-search.ts'

/**
 * A page of the administrator's payments, newest first, and how many there are (docs/behaviour.md#administrator-lists).
 * Without a search the total comes from the counters and the page from an index.
 */
export async function listPayments({ em }: Pick<Context, 'em'>, query: PaymentListQuery): Promise<PaymentList> {
  const { rows, total } = await (query.search || isNarrowed(query) ? searched(em, query) : browsed(em, query))
  const { page, nextCursor } = pageOf(rows, query.limit)
  return { payments: page, total, nextCursor }
}

const listed = [
  ...paymentColumns,
  placeTime(expressionBuilder<{ p: Tables['payments'] }, 'p'>().ref('p.created_at')).as('place'),
] as const

async function browsed(em: EntityManager, query: PaymentListQuery) {
  const { method, status } = query
  const [counters, rows] = await Promise.all([countersOf(em, 'payment'), readOn(em, query)])
  const isAsked = ({ detail }: { detail: string }) => {
    const [itsMethod, itsStatus] = detail.split(':')
    return (!method || itsMethod === method) && (!status || itsStatus === status)
  }
  return { rows, total: counters.filter(isAsked).reduce((sum, { count }) => sum + count, 0) }
}

/** A page of the list and one row more, after the cursor where there is one. */
async function readOn(em: EntityManager, { limit, offset, cursor, ...filter }: PaymentListQuery) {
  const after = placeOf(cursor)
  return await db(em)
    .with('page', (query) =>
      query
        .selectFrom(paymentMatches(filter).as('matches'))
        .select('id')
        .where(({ ref }) => isAfter(after, ref('created_at'), ref('id')))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .offset(offset),
    )
    .selectFrom('page')
    .innerJoin('payments as p', 'p.id', 'page.id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(listed)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
}

/** One statement looks the newest matches up once, for the total and for the page. */
async function searched(em: EntityManager, query: PaymentListQuery) {
  const { limit, offset, cursor, ...filter } = query
  const { rows, total } = await db(em)
    .with(
      (cte) => cte('matches').materialized(),
      (each) =>
        each
          .selectFrom(paymentMatches(filter, MOST_FOUND).as('found'))
          .select(['id', 'created_at'])
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(MOST_FOUND),
    )
    .with('page', (each) =>
      each
        .selectFrom('matches')
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .offset(offset),
    )
    .selectNoFrom(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('page')
          .innerJoin('payments as p', 'p.id', 'page.id')
          .innerJoin('orders as o', 'o.id', 'p.order_id')
          .select(listed)
          .orderBy('p.created_at', 'desc')
          .orderBy('p.id', 'desc'),
      ).as('rows'),
      selectFrom('matches')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('total'),
    ])
    .executeTakeFirstOrThrow()
  return { rows: cursor === undefined ? rows : await readOn(em, query), total }
}
