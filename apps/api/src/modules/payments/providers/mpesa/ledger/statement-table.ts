import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { refusedStatement } from './refused-statement.ts'

/** A statement's columns, by names in small letters without anything but letters. */
export const columns = {
  receipt: 'receiptno',
  completed: 'completiontime',
  details: 'details',
  status: 'transactionstatus',
  paidIn: 'paidin',
  withdrawn: 'withdrawn',
  reason: 'reasontype',
  otherParty: 'otherpartyinfo',
  linked: 'linkedtransactionid',
  account: 'acno',
} as const
type Column = keyof typeof columns

const required: readonly Column[] = ['receipt', 'completed', 'details', 'status', 'paidIn', 'withdrawn']
const delimiters = [',', ';', '\t'] as const
// What stands above the table: the shop's name, its number, the period.
const MAX_HEADER_LINES = 60
const CHUNK = 64 * 1024

export interface Row {
  /** Of the file, from 1, as a spreadsheet counts. */
  number: number
  hasDecimalCommas: boolean
  cells: Record<Column, string>
}

export interface Table {
  /** The lines above the table. */
  header: string[]
  rows: AsyncIterable<Row>
}

/** Finds the table of a statement, whatever stands above it, separates its cells and orders its columns. Throws BAD_REQUEST. */
export function statementTable(file: Buffer): Table {
  const text = textOf(file)
  const lines = text.split(/\r\n|\n|\r/, MAX_HEADER_LINES)
  const at = lines.findIndex((line) => headingOf(line) !== undefined)
  const heading = headingOf(lines[at] ?? '')
  if (!heading) throw refusedStatement('It has no line with the columns Receipt No., Completion Time and Paid In.')
  const missing = required.find((column) => !heading.names.includes(columns[column]))
  if (missing) throw refusedStatement(`The column ${missing} is missing in row ${at + 1}.`)
  return { header: lines.slice(0, at), rows: rowsOf(text, { at, ...heading }) }
}

async function* rowsOf(
  text: string,
  { at, names, delimiter }: { at: number; names: string[]; delimiter: string },
): AsyncGenerator<Row> {
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      delimiter,
      from_line: at + 2,
      info: true,
      relax_column_count_more: true,
      skip_empty_lines: true,
      trim: true,
    }),
  )
  const places = Object.entries(columns).map(([column, name]) => [column, names.indexOf(name)] as const)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const cells = Object.fromEntries(places.map(([column, place]) => [column, record[place] ?? '']))
      if (record.every((cell) => cell === '')) continue
      yield { number: info.lines, hasDecimalCommas: delimiter === ';', cells: cells as Row['cells'] }
    }
  } catch (problem) {
    if (!(problem instanceof Error && 'code' in problem && String(problem.code).startsWith('CSV_'))) throw problem
    const line = 'lines' in problem ? ` near row ${String(problem.lines)}` : ''
    throw refusedStatement(`Its cells cannot be told apart${line}.`)
  }
}

/** The parser works a chunk at a time, so that a large file does not hold up every other request. */
function* chunksOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += CHUNK) yield text.slice(from, from + CHUNK)
}

function headingOf(line: string): { names: string[]; delimiter: string } | undefined {
  for (const delimiter of delimiters) {
    const names = line.split(delimiter).map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
    if (names.includes(columns.receipt) && names.includes(columns.completed)) return { names, delimiter }
  }
  return undefined
}

/** UTF-8 with or without a mark; what is none was saved by an old spreadsheet. */
function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}
