import { maxProductFile } from '@marashi/domain/contracts/admin-product-file'
import { CsvError, parse } from 'csv-parse/sync'
import { ShopError } from '../../../shop-error.ts'
import { plainCell } from '../csv/safe-cell.ts'
import { type ProductFileColumn, productFileColumns, productFileHeadings } from './columns.ts'

/** A row of a file: only the columns that the file has. */
export interface FileRow {
  /** As a spreadsheet counts. */
  row: number
  cells: Partial<Record<ProductFileColumn, string>>
}

/** What a browser reads for a letter of a file that is not UTF-8. */
const LOST_LETTER = '\uFFFD'
const NOT_UTF_8 = 'This file is not saved as UTF-8: letters like é would be lost. Save it as “CSV UTF-8”.'
const PUT_QUOTES = 'Where a cell holds a comma or semicolon itself, as in 4,850, put quotes around it.'

/**
 * The rows of a CSV file, without the apostrophes that the shop's own export adds. Columns may stand in any order and be
 * missing; commas, semicolons or tabs separate. Throws BAD_REQUEST for what is no such file.
 */
export function readProductFile(csv: string): FileRow[] {
  if (csv.includes(LOST_LETTER)) throw refused(NOT_UTF_8)
  const lines = linesOf(csv)
  const headings = (lines.shift() ?? []).map(plainHeading)
  const columns = headings.map((heading) => byHeading.get(heading))
  if (!columns.includes('name'))
    throw refused('The first line must hold the headings, such as Product ID, Name and Price (Ksh).')
  const unknown = columns.findIndex((column, index) => !column && headings[index] !== '')
  if (unknown !== -1) throw refused(`Column ${unknown + 1} has a heading that the shop does not know.`)
  if (new Set(columns).size < columns.length) throw refused('Two columns have the same heading.')
  if (lines.length > maxProductFile.rows)
    throw refused(`The file has more than ${maxProductFile.rows} products. Split it.`)
  // A price that is typed as 4,850 without quotes is cut in two: the first piece would be the price.
  const cut = lines.findIndex((cells) => cells.some((cell, index) => !columns[index] && cell.trim() !== ''))
  if (cut !== -1) throw refused(`Row ${cut + 2} has a cell under no heading. ${PUT_QUOTES}`)
  return lines
    .map((cells, index) => ({ row: index + 2, cells: named(columns, cells) }))
    .filter(({ cells }) => Object.values(cells).some(Boolean))
}

function linesOf(csv: string): string[][] {
  try {
    const [heading = ''] = csv.split(/\r?\n/, 1)
    const delimiter = [',', ';', '\t'].toSorted((a, b) => heading.split(b).length - heading.split(a).length)[0]
    return parse(csv, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: false })
  } catch (problem) {
    if (problem instanceof CsvError) throw refused('This is no CSV file that the shop can read: a quote is not closed.')
    throw problem
  }
}

const named = (columns: readonly (ProductFileColumn | undefined)[], cells: readonly string[]): FileRow['cells'] =>
  Object.fromEntries(
    columns.flatMap((column, index) => (column ? [[column, plainCell(cells[index] ?? '').trim()]] : [])),
  )

const plainHeading = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z]/g, '')
const byHeading = new Map<string, ProductFileColumn>(
  productFileColumns.flatMap((column) => [
    [plainHeading(column), column],
    [plainHeading(productFileHeadings[column]), column],
  ]),
)

const refused = (message: string) => new ShopError('BAD_REQUEST', message, { fields: { csv: message } })
