import type { PriceBatch } from '@marashi/domain/contracts/admin-prices'
import { LockMode } from '@mikro-orm/core'
import type { Context } from '../../../http/context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { lockFirstVariants, lockProducts } from '../lock-products.ts'
import { PriceChange } from './price-change.entity.ts'

const named = 3

/**
 * Gives the products of a batch their old prices, all or none; deleted ones are left out. Throws NOT_FOUND for no batch,
 * CONFLICT where it was undone already, or where a price was changed since, with the names.
 */
export async function undoPrices(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<PriceBatch> {
  return await em.transactional(async (em) => {
    const productIds = (await em.find(PriceChange, { batchId: id }, { fields: ['product'] })).map(
      (each) => each.product.id,
    )
    // The products before their changes, the order in which changePrices takes them.
    const products = await lockProducts(em, productIds)
    const changes = await em.find(
      PriceChange,
      { batchId: id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    )
    if (changes.length === 0) throw notFound('Change of prices')
    if (changes.some(({ undoneAt }) => undoneAt))
      throw new ShopError('CONFLICT', 'This change of prices is undone already.')
    const byProduct = new Map(changes.map((change) => [change.product.id, change]))
    const others = products.filter(({ id, price, originalPrice }) => {
      const change = byProduct.get(id)
      return price !== change?.priceAfter || originalPrice !== change.originalPriceAfter
    })
    if (others.length > 0) throw new ShopError('CONFLICT', changedSince(others.map(({ name }) => name)))
    await lockFirstVariants(em, productIds)
    for (const product of products) {
      const change = byProduct.get(product.id)
      if (change) em.assign(product, { price: change.priceBefore, originalPrice: change.originalPriceBefore })
    }
    for (const change of changes) change.undoneAt = clock()
    return { id, changed: products.length }
  })
}

function changedSince(names: readonly string[]): string {
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return `The price was changed since for ${names.slice(0, named).join(', ')}${more}. Nothing was undone.`
}
