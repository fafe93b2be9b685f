import type { ProductFileProblem } from '@marashi/domain/contracts/admin-product-file'
import { type ProductFileColumn, productFileHeadings } from './columns.ts'
import type { CountedSince } from './stock-cells.ts'

/** What is wrong with a cell of a file, or, without a column, with the whole row. */
export const problemOf = (row: number, column: ProductFileColumn | null, message: string): ProductFileProblem => ({
  row,
  column: column && productFileHeadings[column],
  message,
})

export const LEAVE_EMPTY = 'Leave it empty to add one.'

export const countedProblem = (row: number, counted: NonNullable<CountedSince>): ProductFileProblem =>
  problemOf(row, 'stockCount', countedMessages[counted])

const countedMessages = {
  certainly: 'It was counted since this file was exported. Export it again.',
  perhaps: `This file may have been stored already. Export it again and keep the column "${productFileHeadings.stockLineAtExport}".`,
}

/** The file and the shop have changed the same cell since the export; both as people read them. */
export const outdatedMessage = (inShop: string, inFile: string): string =>
  `It was changed in the shop since this file was exported: ${quoted(inShop)} there, ${quoted(inFile)} here. Write what the shop has to keep that, or empty "${productFileHeadings.versionAtExport}" in this row to store the row as it is here.`

const quoted = (text: string) => (text === '' ? 'nothing' : `“${text}”`)
