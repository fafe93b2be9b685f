import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'

interface OrderLine {
  productId: string
  productName: string
  productPrice: number
  quantity: number
  position: number
}

/**
 * Begins the statement of an order: its lines, and the counted stock that they take pieces of, locked, as it is when every
 * earlier order has ended. Products come before variants and each in the order of their ids, as everybody locks them.
 */
export const lockStock = (em: EntityManager, lines: string) =>
  db(em)
    .with('line', () => linesOf(lines))
    .with(
      (cte) => cte('sold').materialized(),
      (query) =>
        query
          .selectFrom('products as p')
          .innerJoin('line', 'line.productId', 'p.id')
          .select(['p.id', 'line.quantity'])
          .orderBy('p.id')
          .forKeyShare('p'),
    )
    .with(
      (cte) => cte('counted').materialized(),
      (query) =>
        query
          .selectFrom('sold')
          .innerJoin('variants as v', 'v.product_id', 'sold.id')
          .where('v.position', '=', 0)
          .where('v.stock_count', 'is not', null)
          .select(['v.id', 'v.stock_count', 'sold.quantity'])
          .orderBy('v.id')
          .forNoKeyUpdate('v'),
    )

const linesOf = (lines: string) =>
  // Without "line.*": what reads all columns is not prepared, and planning it takes longer than running it.
  sql<OrderLine>`(select "productId", "productName", "productPrice", quantity, position from rows from (jsonb_to_recordset(${lines}::jsonb)
      as ("productId" uuid, "productName" text, "productPrice" int, quantity int)
    ) with ordinality as line ("productId", "productName", "productPrice", quantity, position))`

/** Whether every line can have its pieces; without that nothing is written. */
export const areAllInStock = sql<boolean>`not exists (select from counted where stock_count < quantity)`
