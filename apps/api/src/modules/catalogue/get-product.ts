import type { Product } from '@marashi/domain/contracts/catalogue'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { presentProduct, productColumns, publicReviewsOfProduct } from './product-row.ts'

/** One product with its public rating. Throws NOT_FOUND. */
export async function getProduct({ em, env }: Pick<Context, 'em' | 'env'>, { id }: { id: string }): Promise<Product> {
  const [row]: Product[] = await em.execute(
    `select ${productColumns} from products p ${publicReviewsOfProduct} where p.id = ?`,
    [id],
  )
  if (!row) throw notFound('Product')
  return presentProduct(row, env.PUBLIC_URL)
}
