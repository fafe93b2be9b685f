import type { CategoryUse } from '@marashi/domain/contracts/admin-catalogue'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'

/** How many products stand in each category, read off the counters that triggers keep (db/counters.ts). */
export async function countCategoryUse({ em }: Pick<Context, 'em'>): Promise<CategoryUse[]> {
  return await db(em)
    .selectFrom('categories as c')
    .leftJoin(
      ({ selectFrom }) =>
        selectFrom('counters')
          .where('kind', '=', 'product')
          .where('hour', '=', sql<Date>`'-infinity'`)
          .select(({ fn }) => ['detail', fn.sum<number>('count').as('count')])
          .groupBy('detail')
          .as('t'),
      (join) => join.on('t.detail', '=', sql<string>`c.id::text`),
    )
    .select(({ fn }) => ['c.id as categoryId', fn.coalesce('t.count', sql.lit(0)).as('productCount')])
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .execute()
}
