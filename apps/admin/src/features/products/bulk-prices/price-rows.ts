import type { Product } from '@marashi/domain/contracts/catalogue'
import { changedPrices, type PriceChange, type Prices } from '@marashi/domain/rules/price-change'

/** One product in the preview of a change: null where its new price is none that a product may have. */
export interface PriceRow {
  product: Product
  after: Prices | null
  isChanged: boolean
}

/** What a change would make of each product's prices. */
export const priceRows = (products: readonly Product[], change: PriceChange): PriceRow[] =>
  products.map((product) => {
    const after = changedPrices(product, change)
    const isChanged = after !== null && (after.price !== product.price || after.originalPrice !== product.originalPrice)
    return { product, after, isChanged }
  })
