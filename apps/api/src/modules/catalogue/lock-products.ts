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
