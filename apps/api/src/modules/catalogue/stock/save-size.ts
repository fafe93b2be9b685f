import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

/** Writes the size in millilitres of what is sold of a product, and answers whether it was another. */
export async function saveSize(
  em: EntityManager,
  { productId, ml, now }: { productId: string; ml: number | null; now: Date },
): Promise<boolean> {
  const changed = await db(em)
    .updateTable('variants')
    .set({ ml, updated_at: now })
    .where('product_id', '=', productId)
    .where('position', '=', 0)
    .where('ml', 'is distinct from', ml)
    .returning('id')
    .execute()
  return changed.length > 0
}
