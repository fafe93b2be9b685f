import { mostPieces, tooManyPieces } from '@marashi/domain/rules/stock-count'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { db, valueRows } from '../../../db/db.ts'

const pieces = z
  .int('Write whole pieces, or nothing where they are not counted')
  .min(0, 'Write 0 or more pieces')
  .max(mostPieces, tooManyPieces)
  .nullable()
  .optional()

export const AS_WRITTEN = 'Leave it as the export wrote it'

/** The cells about stock; those whose columns the file lacks are left out. */
export const stockCells = z.object({
  stockCount: pieces,
  stockAtExport: pieces,
  stockLineAtExport: z.int(AS_WRITTEN).min(0, AS_WRITTEN).nullable().optional(),
  soldOut: z.boolean({ error: 'Write yes or no' }).optional(),
})

export type StockCells = z.output<typeof stockCells>

/** How certainly a product was counted since the export. */
export type CountedSince = 'certainly' | 'perhaps' | undefined

/**
 * Of each row, whether the owner has counted its product, `id`, since the export; undefined where not. What the file adds is then
 * stored already, where it comes a second time, or is added to a count that its author has not seen. A file that has no line of the
 * ledger beside its counts, as an older export, tells it by them as well as they can, and `perhaps` where they fit both.
 */
export async function countedSince(em: EntityManager, rows: readonly CountedRow[]): Promise<CountedSince[]> {
  const changing = rows.filter((row) => stockChange(row))
  const found = changing.length > 0 ? await lastCounts(em, changing) : []
  const counts = new Map(found.map((count) => [count.productId, count]))
  return rows.map((row) => countedSinceExport(row, counts.get(row.id.toLowerCase())))
}

type CountedRow = { id: string } & Omit<StockCells, 'soldOut'>
type LastCount = Awaited<ReturnType<typeof lastCounts>>[number]

/** What each product was counted last, and whether its count was that of the export from then on, or before. */
const lastCounts = (em: EntityManager, rows: readonly CountedRow[]) =>
  db(em)
    .selectFrom(valueRows('asked', { productId: 'uuid', atExport: 'int4' }, rows.map(asked)))
    .innerJoin('variants as v', 'v.product_id', 'asked.productId')
    .where('v.position', '=', 0)
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('stock_changes as c')
          .whereRef('c.variant_id', '=', 'v.id')
          .where('c.reason', '=', 'counted')
          .select(['c.id', 'c.pieces', 'c.count_after as left'])
          .orderBy('c.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(({ exists, selectFrom }) => {
      const asExported = selectFrom('stock_changes as c')
        .whereRef('c.variant_id', '=', 'v.id')
        .where('asked.atExport', 'is not', null)
        .whereRef('c.count_after', '=', 'asked.atExport')
        .select('c.id')
      return [
        'asked.productId',
        'last.id',
        'last.pieces',
        'last.left',
        exists(asExported.whereRef('c.id', '>=', 'last.id'))
          .$castTo<boolean>()
          .as('isAsExported'),
        exists(asExported.whereRef('c.id', '<', 'last.id'))
          .$castTo<boolean>()
          .as('wasAsExported'),
      ]
    })
    .execute()

/** Where the row has a line of the ledger, its count tells nothing more. */
const asked = ({ id, stockAtExport, stockLineAtExport }: CountedRow) => ({
  productId: id,
  atExport: stockLineAtExport === undefined ? (stockAtExport ?? null) : null,
})

function countedSinceExport(row: CountedRow, last: LastCount | undefined): CountedSince {
  const { stockAtExport, stockLineAtExport } = row
  const change = stockChange(row)
  if (!change || !last) return undefined
  if (stockLineAtExport !== undefined) return last.id > (stockLineAtExport ?? 0) ? 'certainly' : undefined
  if (stockAtExport === undefined) return undefined
  if (stockAtExport === null) return last.left !== null ? 'certainly' : undefined
  if (!last.isAsExported) return 'certainly'
  // Sales may have brought the count back to that of the export since this file was stored as the last count.
  if (change.change === undefined || last.pieces !== change.change) return undefined
  return last.left === stockAtExport + last.pieces || last.wasAsExported ? 'perhaps' : undefined
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
