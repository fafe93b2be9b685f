import { z } from 'zod'
import { mostPieces, tooManyPieces } from '../rules/stock-count.ts'
import { id } from './primitives.ts'

const pieces = z.int().min(0).max(mostPieces, tooManyPieces)

/** How many pieces of a product are left. See docs/behaviour.md#stock. */
export const productStock = z
  .object({
    productId: id,
    name: z.string(),
    image: z.string().meta({ description: 'Absolute address of the picture' }),
    stockCount: z.int().nullable().meta({ description: 'Pieces that can be ordered; null where they are not counted' }),
    soldOut: z.boolean().meta({ description: 'The owner’s switch, whatever the count is' }),
    lowAt: z.int().nullable().meta({ description: 'The count from which it is low; null for the shop’s own' }),
  })
  .meta({ id: 'ProductStock' })
export type ProductStock = z.infer<typeof productStock>

/**
 * `PATCH /api/admin/products/{id}/stock`: what is left out stays as it is. `change` adds to the count, and takes no more than
 * is there; so it misses no order that comes meanwhile. Where pieces are not counted it begins a count only if it adds some.
 */
export const saveStockInput = z
  .strictObject({
    id,
    soldOut: z.boolean().optional(),
    stockCount: pieces.nullable().optional(),
    change: z.int().min(-mostPieces).max(mostPieces).optional(),
    lowAt: pieces.nullable().optional(),
  })
  .refine(({ stockCount, change }) => stockCount === undefined || change === undefined, {
    error: 'Send the count or a change of it, not both',
    path: ['change'],
  })
export type SaveStock = z.infer<typeof saveStockInput>

/** `GET /api/admin/stock/low`: what is running out, fewest first, and orders whose pieces were sold while they waited. */
export const lowStock = z
  .object({
    products: z.array(productStock),
    total: z.int().meta({ description: 'How many are low; at most 100 are listed' }),
    shortOrders: z.array(
      z.object({ orderId: id, orderNumber: z.string(), productName: z.string(), missing: z.int().min(1) }),
    ),
    shortOrdersTotal: z.int().meta({
      description: 'How many lines of orders are short; at most 100 are listed, those of the oldest orders first',
    }),
  })
  .meta({ id: 'LowStock' })
export type LowStock = z.infer<typeof lowStock>
