import type { Deletion } from '@marashi/domain/contracts/admin-lists'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import { requireVersion } from '../../db/require-version.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { releasePicture } from '../media/claim-picture.ts'
import { Product } from './product.entity.ts'
import { storedPictures } from './save-pictures.ts'

/** Deletes a product and its reviews; past order lines keep name and price. Throws NOT_FOUND, STALE. */
export async function deleteProduct(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, updatedAt }: Deletion,
): Promise<void> {
  await em.transactional(async (em) => {
    const product = await em.findOne(Product, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!product) throw notFound('Product')
    requireVersion(updatedAt, product.updatedAt, 'product')
    await lockVariants(em, id)
    const pictures = await storedPictures(em, id)
    await em.nativeDelete(Product, { id })
    for (const image of [product.image, ...pictures.map((each) => each.image)]) await releasePicture(em, image, clock())
  })
}

/**
 * The deletion changes lines of orders before it comes to the variants; whoever gives pieces back locks the variant and then the
 * line.
 */
const lockVariants = (em: EntityManager, productId: string) =>
  db(em)
    .selectFrom('variants')
    .where('product_id', '=', productId)
    .select('id')
    .orderBy('id')
    // They are deleted, so their keys go too.
    .forUpdate()
    .execute()
