import type { ProductStock, SaveStock } from '@marashi/domain/contracts/admin-stock'
import { mostPieces } from '@marashi/domain/rules/stock-count'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'
import { productStock } from './product-stock.ts'

/**
 * Sets what the owner says of a product's pieces: sold out or not, the count, or a change of it. A count that changes is a
 * line of the ledger; the orders that come meanwhile wait. Throws NOT_FOUND.
 */
export async function saveStock(
  ctx: Pick<Context, 'em' | 'env' | 'clock'>,
  { id, soldOut, stockCount, change, lowAt }: SaveStock,
): Promise<ProductStock> {
  const now = ctx.clock()
  await ctx.em.transactional(async (tx) => {
    const variant = await db(tx)
      .selectFrom('variants')
      .where('product_id', '=', id)
      .where('position', '=', 0)
      .select(['id', 'stock_count as before'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!variant) throw notFound('Product')
    const { before } = variant
    const after = change === undefined ? stockCount : countAfter(before, change)
    await db(tx)
      .updateTable('variants')
      .set({ sold_out: soldOut, stock_count: after, low_at: lowAt, updated_at: now })
      .where('id', '=', variant.id)
      .execute()
    if (after === undefined || after === before) return
    await db(tx)
      .insertInto('stock_changes')
      .values({
        variant_id: variant.id,
        reason: 'counted',
        pieces: after === null || before === null ? null : after - before,
        count_after: after,
        occurred_at: now,
      })
      .execute()
  })
  return await productStock(ctx, { id })
}

/**
 * The count after a change of it, between none and the most. Only pieces that are added begin a count: what is not counted is sold
 * without limit, also where a till reports what it sold of it.
 */
export function countAfter(before: number | null, change: number): number | null {
  if (before === null && change <= 0) return null
  return Math.min(Math.max((before ?? 0) + change, 0), mostPieces)
}
