import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tables } from '../tables.ts'

export type CounterKind = Tables['counters']['kind']

export interface Counter {
  /** The status; of fulfilments what is to be done; of payments `method:status`; of products the id of their category. */
  detail: string
  count: number
  /** Shillings: revenue of orders, amounts of payments. */
  amount: number
}

/**
 * How many rows of a kind the books hold, and their sum. Triggers keep the counters, in the transaction that makes them
 * true, so they cost the same for a thousand orders and for a million. What is deleted is not in them.
 */
export async function countersOf(em: EntityManager, kind: CounterKind): Promise<Counter[]> {
  return await em.execute(
    `select detail, sum(count)::float8 as count, sum(amount)::float8 as amount from counters
     where kind = ? and hour = '-infinity' group by detail`,
    [kind],
  )
}

/** Puts the rows that triggers have added to one counter together. Readers see the same sums before and after. */
export async function compactCounters(em: EntityManager): Promise<void> {
  await em.execute(
    `with scattered as (
       select kind, hour, detail from counters group by kind, hour, detail having count(*) > 1
     ), taken as (
       delete from counters t using scattered s where (t.kind, t.hour, t.detail) = (s.kind, s.hour, s.detail) returning t.*
     )
     insert into counters select kind, hour, detail, sum(count), sum(amount) from taken group by kind, hour, detail`,
  )
}
