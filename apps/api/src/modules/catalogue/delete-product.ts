import { LockMode } from '@mikro-orm/core'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { releasePicture } from '../media/claim-picture.ts'
import { Product } from './product.entity.ts'

/** Deletes a product and its reviews; past order lines keep name and price. Throws NOT_FOUND. */
export async function deleteProduct(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<void> {
  await em.transactional(async (em) => {
    const product = await em.findOne(Product, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!product) throw notFound('Product')
    await em.nativeDelete(Product, { id })
    await releasePicture(em, product.image, clock())
  })
}
