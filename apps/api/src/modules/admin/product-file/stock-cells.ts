import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { db } from '../../../db/db.ts'

const pieces = z
  .int('Write whole pieces, or nothing where they are not counted')
  .min(0, 'Write 0 or more pieces')
  .max(1_000_000, 'At most 1,000,000')
  .nullable()
  .optional()

const asWritten = 'Leave it as the export wrote it'

/** The cells about stock; those whose columns the file lacks are left out. */
export const stockCells = z.object({
  stockCount: pieces,
  stockAtExport: pieces,
  stockLineAtExport: z.int(asWritten).min(0, asWritten).nullable().optional(),
  soldOut: z.boolean({ error: 'Write yes or no' }).optional(),
})

export type StockCells = z.output<typeof stockCells>

/**
 * Whether the owner has counted a product since the export; undefined where not. What the file adds is then stored already, where it
 * comes a second time, or is added to a count that its author has not seen. A file that has no line of the ledger beside its counts,
 * as an older export, tells it by them as well as they can, and `perhaps` where they fit both.
 */
export async function countedSince(
  em: EntityManager,
  productId: string,
  cells: Omit<StockCells, 'soldOut'>,
): Promise<'certainly' | 'perhaps' | undefined> {
  const { stockAtExport, stockLineAtExport } = cells
  const change = stockChange(cells)
  if (!change) return undefined
  const ofProduct = db(em)
    .selectFrom('stock_changes as c')
    .innerJoin('variants as v', 'v.id', 'c.variant_id')
    .where('v.product_id', '=', productId)
    .where('v.position', '=', 0)
  const counted = await ofProduct
    .where('c.reason', '=', 'counted')
    .select(['c.id', 'c.pieces', 'c.count_after as left'])
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!counted) return undefined
  if (stockLineAtExport !== undefined) return counted.id > (stockLineAtExport ?? 0) ? 'certainly' : undefined
  if (stockAtExport === undefined) return undefined
  if (stockAtExport === null) return counted.left !== null ? 'certainly' : undefined
  const asExported = ofProduct.where('c.count_after', '=', stockAtExport).select('c.id').limit(1)
  if (!(await asExported.where('c.id', '>=', counted.id).executeTakeFirst())) return 'certainly'
  // Sales may have brought the count back to that of the export since this file was stored as the last count.
  if (change.change === undefined || counted.pieces !== change.change) return undefined
  const wasAsExported =
    counted.left === stockAtExport + counted.pieces ||
    (await asExported.where('c.id', '<', counted.id).executeTakeFirst()) !== undefined
  return wasAsExported ? 'perhaps' : undefined
}

/** What a row says of the count: a change of it, or the count itself; undefined where it stays. */
export function stockChange({
  stockCount,
  stockAtExport,
}: Omit<StockCells, 'soldOut'>): { change?: number; stockCount?: number | null } | undefined {
  if (stockCount === undefined || stockCount === stockAtExport) return undefined
  const isCounted = typeof stockCount === 'number' && typeof stockAtExport === 'number'
  return isCounted ? { change: stockCount - stockAtExport } : { stockCount }
}
