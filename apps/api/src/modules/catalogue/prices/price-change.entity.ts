import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, moneyBounds, randomId } from '../../../db/columns.ts'
import { Product } from '../product.entity.ts'

/** One product's prices before and after a change; those of one batch were changed together and are undone together. */
export const PriceChangeSchema = defineEntity({
  name: 'PriceChange',
  tableName: 'price_changes',
  properties: {
    id: randomId(),
    batchId: p.uuid().index('price_changes_batch_idx'),
    product: () => p.manyToOne(Product).ref().deleteRule('cascade').index('price_changes_product_idx'),
    priceBefore: p.integer().check(moneyBounds('price_before', 1)),
    originalPriceBefore: p.integer().nullable().check(moneyBounds('original_price_before', 1)),
    priceAfter: p.integer().check(moneyBounds('price_after', 1)),
    originalPriceAfter: p.integer().nullable().check(moneyBounds('original_price_after', 1)),
    changedAt: instantColumn(),
    undoneAt: instantColumn().nullable(),
  },
})
export class PriceChange extends PriceChangeSchema.class {}
PriceChangeSchema.setClass(PriceChange)
