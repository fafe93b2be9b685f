import type { CategoryUse } from '@marashi/domain/contracts/admin-catalogue'
import type { Context } from '../../kernel/context.ts'

/** How many products stand in each category. */
export async function countCategoryUse({ em }: Pick<Context, 'em'>): Promise<CategoryUse[]> {
  return await em.execute(
    `select c.id as "categoryId", (select count(*)::int from products p where p.category_id = c.id) as "productCount"
     from categories c order by lower(c.name), c.id`,
  )
}
