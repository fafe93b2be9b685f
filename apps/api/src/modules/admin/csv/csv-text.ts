import { stringify } from 'csv-stringify/sync'
import { safeCell } from './safe-cell.ts'

export type CsvRow = Record<string, string | null>

interface CsvShape {
  columns: { key: string; header: string }[]
  /** The beginning of the file: with the headings, and a byte order mark, without which Excel reads UTF-8 as Latin letters. */
  isFirst: boolean
}

/** Rows as a part of a CSV file for a spreadsheet. Every file of the shop is written here, so that no cell of it is run. */
export const csvText = (rows: readonly CsvRow[], { columns, isFirst }: CsvShape): string =>
  stringify([...rows], {
    columns,
    header: isFirst,
    bom: isFirst,
    cast: { string: safeCell },
    quoted_match: /[;\t\r\n]/,
    record_delimiter: 'windows',
  })
