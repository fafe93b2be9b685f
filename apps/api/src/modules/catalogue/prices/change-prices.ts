import { randomUUID } from 'node:crypto'
import type { ChangePrices, PriceBatch } from '@marashi/domain/contracts/admin-prices'
import { requireVersion } from '../../../db/require-version.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'
import { lockFirstVariants, lockProducts } from '../lock-products.ts'
import { Product } from '../product.entity.ts'
import { PriceChange } from './price-change.entity.ts'

/**
 * Gives products their new prices, all or none, and remembers the old ones, so that undoPrices can bring them back. Throws
 * NOT_FOUND where one is deleted, STALE where one was saved since it was read.
 */
export async function changePrices(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { changes }: ChangePrices,
): Promise<PriceBatch> {
  const batchId = randomUUID()
  const wanted = new Map(changes.map((change) => [change.id, change]))
  await em.transactional(async (em) => {
    const products = await lockProducts(em, [...wanted.keys()])
    if (products.length < wanted.size) throw notFound('Product')
    for (const product of products) {
      const { price, originalPrice, updatedAt } = wanted.get(product.id) as ChangePrices['changes'][number]
      requireVersion(updatedAt, product.updatedAt, 'product')
      em.create(PriceChange, {
        batchId,
        product: em.getReference(Product, product.id, { wrapped: true }),
        priceBefore: product.price,
        originalPriceBefore: product.originalPrice,
        priceAfter: price,
        originalPriceAfter: originalPrice,
        changedAt: clock(),
      })
      em.assign(product, { price, originalPrice })
    }
    await lockFirstVariants(em, [...wanted.keys()])
  })
  return { id: batchId, changed: wanted.size }
}
