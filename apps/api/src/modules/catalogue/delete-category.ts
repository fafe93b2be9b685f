import type { Deletion } from '@marashi/domain/contracts/admin-lists'
import { LockMode } from '@mikro-orm/core'
import { requireVersion } from '../../db/require-version.ts'
import type { Context } from '../../http/context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { Category } from './category.entity.ts'
import { Product } from './product.entity.ts'

/** Deletes an empty category. Throws NOT_FOUND, STALE, and CONFLICT with their number while products are in it. */
export async function deleteCategory({ em }: Pick<Context, 'em'>, { id, updatedAt }: Deletion): Promise<void> {
  await em.transactional(async (em) => {
    const category = await em.findOne(Category, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!category) throw notFound('Category')
    requireVersion(updatedAt, category.updatedAt, 'category')
    const products = await em.count(Product, { categoryRef: id })
    if (products > 0) {
      const message =
        products === 1
          ? `1 product is in ${category.name}. Move or delete it first.`
          : `${products} products are in ${category.name}. Move or delete them first.`
      throw new ShopError('CONFLICT', message)
    }
    await em.nativeDelete(Category, { id })
  })
}
