import { z } from 'zod'
import { versionRead } from './admin-lists.ts'
import { sentPrice } from './price.ts'
import { id, orNull } from './primitives.ts'

/** How many prices may be changed at once. */
export const maxPriceChanges = 500

/** `POST /api/admin/prices`: the new prices of products, all changed or none. See docs/behaviour.md#prices. */
export const changePricesInput = z.strictObject({
  changes: z
    .array(z.strictObject({ id, price: sentPrice, originalPrice: orNull(sentPrice), ...versionRead }))
    .min(1, 'Choose at least one product')
    .max(maxPriceChanges, `At most ${maxPriceChanges} prices at once`)
    .refine(
      (changes) => new Set(changes.map((change) => change.id)).size === changes.length,
      'A product is named twice',
    ),
})
export type ChangePrices = z.infer<typeof changePricesInput>

/** Prices that were changed together. */
export const priceBatch = z
  .object({ id: id.meta({ description: 'What undoing it takes' }), changed: z.int().min(0) })
  .meta({ id: 'PriceBatch' })
export type PriceBatch = z.infer<typeof priceBatch>

/** `POST /api/admin/prices/{id}/undo` */
export const priceBatchId = z.strictObject({ id })
