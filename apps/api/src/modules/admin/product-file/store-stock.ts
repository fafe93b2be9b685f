import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { saveStock } from '../stock/save-stock.ts'

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

type Cells = Omit<z.output<typeof stockCells>, 'soldOut'>

/** What a file says of the pieces of a product. */
export interface StockRow extends z.output<typeof stockCells> {
  id: string
}

/**
 * Stores what the rows of a file say of pieces. Beside the count at the time of the export a count is a change of it, so
 * that the orders that came meanwhile are not forgotten (docs/behaviour.md#product-files). Whoever orders what is changed waits
 * until the transaction ends, so this comes last in it, leaves the others alone, and takes the variants in the order in which orders
 * take them.
 */
export async function storeStock(ctx: Pick<Context, 'em' | 'env' | 'clock'>, rows: readonly StockRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const variants = await db(ctx.em)
    .selectFrom('variants')
    .where('product_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('position', '=', 0)
    .select(['product_id as productId', 'sold_out as isSoldOut'])
    .orderBy('id')
    .execute()
  for (const { productId, isSoldOut } of variants) {
    for (const row of rows.filter(({ id }) => id === productId)) {
      const change = changeOf(row)
      if (change || (row.soldOut ?? isSoldOut) !== isSoldOut)
        await saveStock(ctx, { id: productId, soldOut: row.soldOut, ...change })
    }
  }
}

/**
 * Whether the owner has counted a product since the export; undefined where not. What the file adds is then stored already, where it
 * comes a second time, or is added to a count that its author has not seen. A file that has no line of the ledger beside its counts,
 * as an older export, tells it by them as well as they can, and `perhaps` where they fit both.
 */
export async function countedSince(
  em: EntityManager,
  productId: string,
  cells: Cells,
): Promise<'certainly' | 'perhaps' | undefined> {
  const { stockAtExport, stockLineAtExport } = cells
  const change = changeOf(cells)
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

/** Undefined where the count stays. */
function changeOf({ stockCount, stockAtExport }: Cells): { change?: number; stockCount?: number | null } | undefined {
  if (stockCount === undefined || stockCount === stockAtExport) return undefined
  const isCounted = typeof stockCount === 'number' && typeof stockAtExport === 'number'
  return isCounted ? { change: stockCount - stockAtExport } : { stockCount }
}
