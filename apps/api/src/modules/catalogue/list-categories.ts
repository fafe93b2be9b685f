import type { Category } from '@marashi/domain/contracts/catalogue'
import { sql } from 'kysely'
import { db, instant } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'

/** Every category, by name. */
export async function listCategories({ em }: Pick<Context, 'em'>): Promise<Category[]> {
  return await db(em)
    .selectFrom('categories')
    .select(({ ref }) => [
      'id',
      'name',
      'description',
      instant(ref('created_at')).as('createdAt'),
      instant(ref('updated_at')).as('updatedAt'),
    ])
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}
