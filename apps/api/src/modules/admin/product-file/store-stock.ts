import { z } from 'zod'
import type { Context } from '../../../http/context.ts'
import { saveStock } from '../stock/save-stock.ts'

const pieces = z
  .int('Write whole pieces, or nothing where they are not counted')
  .min(0, 'Write 0 or more pieces')
  .max(1_000_000, 'At most 1,000,000')
  .nullable()
  .optional()

/** The cells about stock; those whose columns the file lacks are left out. */
export const stockCells = z.object({
  stockCount: pieces,
  stockAtExport: pieces,
  soldOut: z.boolean({ error: 'Write yes or no' }).optional(),
})

/**
 * Stores what a row says of a product's pieces. Beside the count at the time of the export a count is a change of it, so
 * that the orders that came meanwhile are not forgotten (docs/behaviour.md#product-files).
 */
export async function storeStock(
  ctx: Pick<Context, 'em' | 'env' | 'clock'>,
  id: string,
  { stockCount, stockAtExport, soldOut }: z.output<typeof stockCells>,
): Promise<void> {
  if (stockCount === undefined && soldOut === undefined) return
  const isUnchanged = stockCount === undefined || stockCount === stockAtExport
  const isCounted = typeof stockCount === 'number' && typeof stockAtExport === 'number'
  await saveStock(ctx, {
    id,
    soldOut,
    ...(!isUnchanged && (isCounted ? { change: stockCount - stockAtExport } : { stockCount })),
  })
}
