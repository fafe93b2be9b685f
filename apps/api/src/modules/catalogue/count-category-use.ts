import type { CategoryUse } from '@marashi/domain/contracts/admin-catalogue'
import type { Context } from '../../http/context.ts'

/** How many products stand in each category; triggers keep the counters (db/counters.ts). */
export async function countCategoryUse({ em }: Pick<Context, 'em'>): Promise<CategoryUse[]> {
  return await em.execute(
    `select c.id as "categoryId", coalesce(t.count, 0)::float8 as "productCount" from categories c
     left join (select detail, sum(count) as count from counters where kind = 'product' and hour = '-infinity' group by detail) t
       on t.detail = c.id::text
     order by lower(c.name), c.id`,
  )
}
