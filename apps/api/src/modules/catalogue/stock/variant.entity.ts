import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, moneyBounds, randomId } from '../../../db/columns.ts'
import { Product } from '../product.entity.ts'

/**
 * What is sold of a product: its size, its price and how many pieces are left. Every product has the one in position 0; the
 * database adds it with the product and keeps its prices equal to the product's. See docs/behaviour.md#stock.
 */
export const VariantSchema = defineEntity({
  name: 'Variant',
  tableName: 'variants',
  properties: {
    id: randomId(),
    product: () => p.manyToOne(Product).ref().deleteRule('cascade'),
    position: p.smallint().default(0).check('position >= 0'),
    name: p.text().nullable().check(`btrim(name) <> ''`),
    ml: p.integer().nullable().check('ml >= 1 and ml <= 10000'),
    price: p.integer().check(moneyBounds('price', 1)),
    originalPrice: p.integer().nullable().check(moneyBounds('original_price', 1)),
    // Pieces that can still be ordered; null where the owner does not count them.
    stockCount: p.integer().nullable().check('stock_count >= 0 and stock_count <= 1000000'),
    // The owner's switch, whatever the count is.
    soldOut: p.boolean().default(false),
    // The count from which the owner is told; null for the shop's own.
    lowAt: p.integer().nullable().check('low_at >= 0 and low_at <= 1000000'),
    isAvailable: p
      .boolean()
      .generated('(not sold_out and coalesce(stock_count, 1) > 0) stored')
      .nullable()
      .lazy()
      .hidden(),
    updatedAt: instantColumn().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'variants_place_unique',
      expression: 'create unique index "variants_place_unique" on "variants" ("product_id", "position")',
    },
    {
      name: 'variants_counted_idx',
      expression:
        'create index "variants_counted_idx" on "variants" ("stock_count", "id") where "stock_count" is not null',
    },
  ],
})
export class Variant extends VariantSchema.class {}
VariantSchema.setClass(Variant)
