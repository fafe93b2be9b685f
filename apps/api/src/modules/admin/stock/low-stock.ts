import type { LowStock } from '@marashi/domain/contracts/admin-stock'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'
import { presentStock, stockRows } from './product-stock.ts'

const MOST_LISTED = 100

/**
 * What is counted and running out, fewest first, and what is missing from orders that are paid or begun, of those
 * that wait longest first, for whoever may read orders. Of both at most a hundred, and how many there are.
 */
export async function lowStock(ctx: Context): Promise<LowStock> {
  const { em, env } = ctx
  const { stock } = await settingsOf(ctx)
  const mayReadOrders = await ctx.mayDo('orders', 'read')
  const [rows, short] = await Promise.all([
    stockRows(em)
      .where('v.stock_count', '<=', sql<number>`coalesce(v.low_at, ${stock.lowAt}::int)`)
      .select(({ fn }) => fn.countAll<number>().over().as('total'))
      .orderBy('v.stock_count')
      .orderBy('p.name')
      .orderBy('p.id')
      .limit(MOST_LISTED)
      .execute(),
    mayReadOrders ? missingFromOrders(em) : [],
  ])
  return {
    products: rows.map(({ total, ...row }) => presentStock(row, env.PUBLIC_URL)),
    total: rows[0]?.total ?? 0,
    shortOrders: short.map(({ total, ...line }) => line),
    shortOrdersTotal: short[0]?.total ?? 0,
  }
}

const missingFromOrders = (em: EntityManager) =>
  db(em)
    .selectFrom('order_items as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('i.given_back', '>', 0)
    .where('o.fulfilment', '=', 'to-pack')
    // One that only waits for too long takes what is left once it is moved on: until then nothing is known to be missing.
    .where(({ eb, or }) => or([eb('o.status', '<>', 'pending'), eb('o.paid_at', 'is not', null)]))
    .select(({ fn }) => [
      'o.id as orderId',
      'o.order_number as orderNumber',
      'i.product_name as productName',
      'i.given_back as missing',
      fn.countAll<number>().over().as('total'),
    ])
    .orderBy('o.created_at')
    .orderBy('o.id')
    .orderBy('i.position')
    .limit(MOST_LISTED)
    .execute()
