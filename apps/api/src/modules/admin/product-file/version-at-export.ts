import { hash } from 'node:crypto'
import { type VersionedColumn, versionedColumns } from './columns.ts'
import { oneSpelling } from './form-of.ts'
import type { ProductCells } from './product-cells.ts'

/**
 * "Version at export" is a fingerprint of each cell as the file was written, so that a file that comes back tells what was
 * changed in it from what was changed in the shop: docs/behaviour.md#product-files. It is a word, because a spreadsheet writes
 * dates and long numbers anew, and short, because a file holds few characters.
 */
const MARK = 'v1'
/** Letters of one fingerprint: 1 change in 262,144 goes unnoticed. */
const LETTERS = 3
const written = new RegExp(`^${MARK}(?:[\\w-]{${LETTERS}})+$`)

export const versionOf = (productId: string, cells: Pick<ProductCells, VersionedColumn>): string =>
  MARK + versionedColumns.map((column) => fingerprint(productId, column, cells[column])).join('')

/** Whether an export may have written this. */
export const isVersion = (text: string): boolean => written.test(text)

/** Whether a version was made of this text in this column of the product; undefined where it does not tell of the column. */
export function isOfVersion(
  version: string,
  { productId, column, text }: { productId: string; column: VersionedColumn; text: string },
): boolean | undefined {
  const start = MARK.length + LETTERS * versionedColumns.indexOf(column)
  const exported = version.slice(start, start + LETTERS)
  return exported === '' ? undefined : exported === fingerprint(productId, column, text)
}

/** Of the product too: the version of another row, as sorting a single column leaves it, fits nothing. */
const fingerprint = (productId: string, column: VersionedColumn, text: string): string =>
  hash('sha256', JSON.stringify([productId.toLowerCase(), column, oneSpelling(column, text)]), 'base64url').slice(
    0,
    LETTERS,
  )
