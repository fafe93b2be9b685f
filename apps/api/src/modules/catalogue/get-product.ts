import type { Product } from '@marashi/domain/contracts/catalogue'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { presentProduct, productColumns, publicReviews } from './product-row.ts'

/** One product with its public rating. Throws NOT_FOUND. */
export async function getProduct({ em, env }: Pick<Context, 'em' | 'env'>, { id }: { id: string }): Promise<Product> {
  const row = await db(em)
    .selectFrom('products as p')
    .crossJoinLateral(publicReviews)
    .select(productColumns)
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Product')
  return presentProduct(row, env.PUBLIC_URL)
}
