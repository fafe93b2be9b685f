import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

/**
 * The first step of a statement that writes a payment and then its order: locks the order before the payment, as settling
 * does, so that the two never wait for each other. `locked` has the order's `id` and the `payment_id`.
 */
export const lockOrderFirst = (em: EntityManager, paymentId: string) =>
  db(em).with(
    (cte) => cte('locked').materialized(),
    (query) =>
      query
        .selectFrom('payments as p')
        .innerJoin('orders as o', 'o.id', 'p.order_id')
        .where('p.id', '=', paymentId)
        .select(['o.id', 'p.id as payment_id'])
        .forNoKeyUpdate('o'),
  )
