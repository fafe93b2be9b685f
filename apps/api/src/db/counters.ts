import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { db } from './db.ts'

export type CounterKind = Tables['counters']['kind']

interface Counter {
  /** The status; of fulfilments what is to be done; of payments `method:status`; of products the id of their category. */
  detail: string
  count: number
  /** Shillings: revenue of orders, amounts of payments. */
  amount: number
}

/** The `hour` of a counter over all time. */
export const allTime = sql<Date>`'-infinity'`

/**
 * How many rows of a kind there are, and the sum of their amounts, by detail. Triggers update the counters in the
 * transaction that changes a row, so reading them costs the same for a thousand orders and for a million. Deleted rows
 * do not count.
 */
export async function countersOf(em: EntityManager, kind: CounterKind): Promise<Counter[]> {
  return await db(em)
    .selectFrom('counters')
    .select(({ fn }) => ['detail', fn.sum<number>('count').as('count'), fn.sum<number>('amount').as('amount')])
    .where('kind', '=', kind)
    .where('hour', '=', allTime)
    .groupBy('detail')
    .execute()
}

/** Merges the rows that triggers have added to each counter into one. Readers see the same sums before and after. */
export async function compactCounters(em: EntityManager): Promise<void> {
  await db(em)
    .with('scattered', (query) =>
      query
        .selectFrom('counters')
        .select(['kind', 'hour', 'detail'])
        .groupBy(['kind', 'hour', 'detail'])
        .having(({ fn }) => fn.countAll(), '>', 1),
    )
    .with('taken', (query) =>
      query
        .deleteFrom('counters')
        .using('scattered')
        .whereRef('counters.kind', '=', 'scattered.kind')
        .whereRef('counters.hour', '=', 'scattered.hour')
        .whereRef('counters.detail', '=', 'scattered.detail')
        .returningAll('counters'),
    )
    .insertInto('counters')
    .columns(['kind', 'hour', 'detail', 'count', 'amount'])
    .expression(({ selectFrom }) =>
      selectFrom('taken')
        .select(({ fn }) => ['kind', 'hour', 'detail', fn.sum('count').as('count'), fn.sum('amount').as('amount')])
        .groupBy(['kind', 'hour', 'detail']),
    )
    .execute()
}
