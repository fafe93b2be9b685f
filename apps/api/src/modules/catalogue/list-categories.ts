import type { Category } from '@marashi/domain/contracts/catalogue'
import { asInstant } from '../../db/sql.ts'
import type { Context } from '../../http/context.ts'

/** Every category, by name. */
export async function listCategories({ em }: Pick<Context, 'em'>): Promise<Category[]> {
  return await em.execute(
    `select id, name, description, ${asInstant('created_at')} as "createdAt", ${asInstant('updated_at')} as "updatedAt"
     from categories order by lower(name), id`,
  )
}
