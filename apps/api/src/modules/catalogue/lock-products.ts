import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import { Product } from './product.entity.ts'

/**
 * Products as they are, locked against other edits and deletion, in the order of their ids; those that are gone are left out.
 * Orders of them do not wait: they only need them to stay.
 */
export async function lockProducts(tx: EntityManager, ids: readonly string[]): Promise<Product[]> {
  await db(tx)
    .selectFrom('products')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return await tx.find(Product, { id: { $in: [...ids] } }, { orderBy: { id: 'asc' }, refresh: true })
}

/**
 * What is sold of products, locked in the order in which orders take it: belongs before whatever changes more than one price or
 * count. Many prices are several statements, each of which would take only its own in this order, and wait for an order that waits
 * for the one before.
 */
export async function lockFirstVariants(tx: EntityManager, productIds: readonly string[]): Promise<void> {
  await db(tx)
    .selectFrom('variants')
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where('position', '=', 0)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
