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

/**
 * The file and the shop have another value each than at the export; both as people read them. That of the shop may come from an
 * earlier import of the same file, which nothing tells from another change.
 */
export const outdatedMessage = (inShop: string, inFile: string): string =>
  `The shop has another value than when this file was exported, perhaps by an import of this file: ${quoted(inShop)} there, ${quoted(inFile)} here. Export it again and change that file. To store this whole row as it stands, with every older value in it, empty its "${productFileHeadings.versionAtExport}".`

const quoted = (text: string) => (text === '' ? 'nothing' : `“${text}”`)
