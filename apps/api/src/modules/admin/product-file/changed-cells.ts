import { type VersionedColumn, versionedColumns } from './columns.ts'
import { oneSpelling } from './form-of.ts'
import type { ProductCells } from './product-cells.ts'
import type { FileRow } from './read-product-file.ts'
import { isOfVersion } from './version-at-export.ts'

/** A cell of a file that differs from the shop. */
export interface ChangedCell {
  column: VersionedColumn
  /** In the shop. */
  from: string
  /** In the file. */
  to: string
}

/**
 * The cells of a row that are to change the product as it is (`inShop`). With the version of the export, a cell that the file left
 * alone changes nothing: where the shop has another value by now, that is `kept`. One that both have changed since is `outdated`.
 * `asInShop` spells a cell as the shop does: the name of its category, the address of its picture.
 */
export function changedCells(
  { productId = '', versionAtExport = '', ...cells }: FileRow['cells'],
  inShop: ProductCells,
  asInShop: (column: VersionedColumn, text: string) => string,
): { changed: ChangedCell[]; kept: ChangedCell[]; outdated: ChangedCell[] } {
  const changed: ChangedCell[] = []
  const kept: ChangedCell[] = []
  const outdated: ChangedCell[] = []
  for (const column of versionedColumns) {
    const text = cells[column]
    if (text === undefined) continue
    const cell = { column, from: inShop[column], to: asInShop(column, text) }
    if (oneSpelling(column, cell.from) === oneSpelling(column, cell.to)) continue
    const isExported = (side: string) => isOfVersion(versionAtExport, { productId, column, text: side })
    if (isExported(cell.from) !== false) changed.push(cell)
    else if (isExported(cell.to)) kept.push(cell)
    else outdated.push(cell)
  }
  return { changed, kept, outdated }
}
