import type { PaymentList, PaymentListQuery } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countersOf } from '../../../db/counters.ts'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { MOST_FOUND } from '../../orders/order-search.ts'
import { paymentColumns } from './payment-row.ts'
import { paymentMatches } from './payment-search.ts'

/**
 * A page of the administrator's payments, newest first, and how many there are (docs/behaviour.md#administrator-lists).
 * Without a search the total comes from the counters and the page from an index.
 */
export async function listPayments({ em }: Pick<Context, 'em'>, query: PaymentListQuery): Promise<PaymentList> {
  return query.search ? await searched(em, query) : await browsed(em, query)
}

async function browsed(em: EntityManager, query: PaymentListQuery): Promise<PaymentList> {
  const { limit, offset, ...filter } = query
  const { method, status } = filter
  const [counters, payments] = await Promise.all([
    countersOf(em, 'payment'),
    db(em)
      .with('page', (query) =>
        query
          .selectFrom(paymentMatches(filter).as('matches'))
          .select('id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset),
      )
      .selectFrom('page')
      .innerJoin('payments as p', 'p.id', 'page.id')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select(paymentColumns)
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .execute(),
  ])
  const isAsked = ({ detail }: { detail: string }) => {
    const [itsMethod, itsStatus] = detail.split(':')
    return (!method || itsMethod === method) && (!status || itsStatus === status)
  }
  return { payments, total: counters.filter(isAsked).reduce((sum, { count }) => sum + count, 0) }
}

/** One statement looks the newest matches up once, for the total and for the page. */
async function searched(em: EntityManager, { limit, offset, ...filter }: PaymentListQuery): Promise<PaymentList> {
  return await db(em)
    .with(
      (cte) => cte('matches').materialized(),
      (query) =>
        query
          .selectFrom(paymentMatches(filter, MOST_FOUND).as('each'))
          .select(['id', 'created_at'])
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(MOST_FOUND),
    )
    .with('page', (query) =>
      query
        .selectFrom('matches')
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset),
    )
    .selectNoFrom(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('page')
          .innerJoin('payments as p', 'p.id', 'page.id')
          .innerJoin('orders as o', 'o.id', 'p.order_id')
          .select(paymentColumns)
          .orderBy('p.created_at', 'desc')
          .orderBy('p.id', 'desc'),
      ).as('payments'),
      selectFrom('matches')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('total'),
    ])
    .executeTakeFirstOrThrow()
}
