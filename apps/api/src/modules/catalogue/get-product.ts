import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { presentProductDetails, productDetailColumns, publicReviews } from './product-row.ts'

/** One product with its public rating and its pictures. Throws NOT_FOUND. */
export async function getProduct(
  { em, env }: Pick<Context, 'em' | 'env'>,
  { id }: { id: string },
): Promise<ProductDetails> {
  const [row] = await productWithId(em, { id })
  if (!row) throw notFound('Product')
  return presentProductDetails(row, env.PUBLIC_URL)
}

const productWithId = compileOnce((em, { id }: { id: string }) =>
  db(em)
    .selectFrom('products as p')
    .crossJoinLateral(publicReviews)
    .select(productDetailColumns)
    .where('p.id', '=', id),
)
