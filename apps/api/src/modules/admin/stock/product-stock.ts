import type { ProductStock } from '@marashi/domain/contracts/admin-stock'
import { publicImage } from '@marashi/domain/rules/picture'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'

/** How many pieces of a product are left, and whether the owner has switched it to sold out. Throws NOT_FOUND. */
export async function productStock(
  { em, env }: Pick<Context, 'em' | 'env'>,
  { id }: { id: string },
): Promise<ProductStock> {
  const row = await stockRows(em).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Product')
  return presentStock(row, env.PUBLIC_URL)
}

/** The first variant of every product, `variants` as v and `products` as p. */
export const stockRows = (em: EntityManager) =>
  db(em)
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .where('v.position', '=', 0)
    .select([
      'p.id as productId',
      'p.name',
      'p.image',
      'v.stock_count as stockCount',
      'v.sold_out as soldOut',
      'v.low_at as lowAt',
    ])

export const presentStock = (row: ProductStock, publicUrl: string): ProductStock => ({
  ...row,
  image: publicImage(row.image, publicUrl),
})
