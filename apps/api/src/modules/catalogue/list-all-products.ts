import type { AdminProductList, AdminProductListQuery } from '@marashi/domain/contracts/admin-catalogue'
import { db } from '../../db/db.ts'
import { isWithin, pageOf, placeOf } from '../../db/list-cursor.ts'
import { isAfter, placeTime } from '../../db/read-in-batches.ts'
import type { Context } from '../../http/context.ts'
import { lastChange, lastReviewChange, presentProduct, productColumns, publicReviews } from './product-row.ts'

/**
 * Every product, newest first, for programs that keep a copy of the catalogue: a change of its stock, its category or its reviews is a
 * change of it. Throws BAD_REQUEST for a cursor that is not ours.
 */
export async function listAllProducts(
  { em, env }: Pick<Context, 'em' | 'env'>,
  { limit, cursor, ...times }: AdminProductListQuery,
): Promise<AdminProductList> {
  const after = placeOf(cursor)
  const matches = db(em)
    .selectFrom('products as p')
    .leftJoin('variants as v', (join) => join.onRef('v.product_id', '=', 'p.id').on('v.position', '=', 0))
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .where(({ ref }) =>
      isWithin(
        times,
        ref('p.created_at'),
        lastChange(ref('p.updated_at'), ref('v.updated_at'), ref('c.updated_at'), lastReviewChange),
      ),
    )
  const [rows, { total }] = await Promise.all([
    matches
      .crossJoinLateral(publicReviews)
      .where(({ ref }) => isAfter(after, ref('p.created_at'), ref('p.id')))
      .select(productColumns)
      .select(({ ref }) => placeTime(ref('p.created_at')).as('place'))
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit + 1)
      .execute(),
    matches.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const { page, nextCursor } = pageOf(rows, limit)
  return { products: page.map((row) => presentProduct(row, env.PUBLIC_URL)), total, nextCursor }
}
