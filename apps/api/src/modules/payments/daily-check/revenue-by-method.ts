import type { EntityManager } from '@mikro-orm/postgresql'
import { type Selectable, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Tables } from '../../../tables.ts'
import { cashOfOrder } from './cash-on-delivery.ts'

type Method = Selectable<Tables['orders']>['payment_method']

const kept = sql<number>`(p.amount - coalesce(p.refunded_amount, 0))`

/**
 * The revenue of the orders that were placed from `from` to `until`, both included, by the methods by which it came, in shillings: what
 * their payments keep of the price, the one that pays an order first, and the rider's cash, as the daily check counts it. What neither
 * explains, as where the owner took less for all, came by the method of the order.
 */
export async function revenueByMethod(
  em: EntityManager,
  { from, until }: { from: Date; until: Date },
): Promise<{ method: Method; revenue: number }[]> {
  return await db(em)
    .with(
      // PostgreSQL cannot plan a function of the whole order beside a join with its payments.
      (cte) => cte('sale').materialized(),
      (query) =>
        query
          .selectFrom('orders as o')
          .where('o.deleted_at', 'is', null)
          .where('o.created_at', '>=', from)
          .where('o.created_at', '<=', until)
          .select([
            'o.id',
            'o.payment_method as method',
            sql<number>`order_revenue(o)`.as('revenue'),
            sql<number>`least(order_revenue(o), ${cashOfOrder})`.as('cash'),
          ]),
    )
    .with('kept', (query) =>
      query
        .selectFrom('sale as s')
        .innerJoin('payments as p', 'p.order_id', 's.id')
        .where('p.status', '=', 'completed')
        .where('p.deleted_at', 'is', null)
        .select([
          's.id',
          'p.payment_method as method',
          kept.as('amount'),
          sql<number>`sum(${kept}) over (partition by s.id order by p.is_surplus, p.completed_at, p.id) - ${kept}`.as(
            'before',
          ),
          sql<number>`s.revenue - s.cash`.as('due'),
        ]),
    )
    .with('share', (query) =>
      query
        .selectFrom('kept as k')
        .select([sql<Method>`k.method`.as('method'), sql<number>`least(k.amount, k.due - k.before)`.as('revenue')])
        .unionAll(
          query
            .selectFrom('sale as s')
            .leftJoin('kept as k', 'k.id', 's.id')
            .groupBy(['s.id', 's.method', 's.revenue', 's.cash'])
            .select([
              sql<Method>`case when s.cash > 0 then 'manual' else s.method end`.as('method'),
              sql<number>`s.revenue - least(coalesce(sum(k.amount), 0), s.revenue - s.cash)`.as('revenue'),
            ]),
        ),
    )
    .selectFrom('share')
    .where('revenue', '>', 0)
    .groupBy('method')
    .orderBy('method')
    .select(['method', sql<number>`sum(revenue)`.as('revenue')])
    .execute()
}
