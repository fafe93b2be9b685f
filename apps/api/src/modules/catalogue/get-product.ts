import type { Product } from '@marashi/domain/contracts/catalogue'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { presentProduct, productColumns, publicReviews } from './product-row.ts'

/** One product with its public rating. Throws NOT_FOUND. */
export async function getProduct({ em, env }: Pick<Context, 'em' | 'env'>, { id }: { id: string }): Promise<Product> {
  const [row] = await productWithId(em, { id })
  if (!row) throw notFound('Product')
  return presentProduct(row, env.PUBLIC_URL)
}

const productWithId = compileOnce((em, { id }: { id: string }) =>
  db(em).selectFrom('products as p').crossJoinLateral(publicReviews).select(productColumns).where('p.id', '=', id),
)
