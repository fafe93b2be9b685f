import { centsOf } from '@marashi/domain/rules/money'
import { refusedStatement } from './refused-statement.ts'

/** 03-02-2026 10:15:00, as the portal writes, or 2026-02-03 10:15:00; a spreadsheet may drop the seconds. */
const times = [
  /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})(?:[ T]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[ T]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?$/,
]

export interface ReadTime {
  at: Date
  hasTime: boolean
}

/** An instant that a cell names in Nairobi's time; undefined for none. */
export function timeIn(cell: string): ReadTime | undefined {
  const groups = times.map((form) => form.exec(cell.trim())?.groups).find((found) => found !== undefined)
  if (!groups) return undefined
  const { year = '', month = '', day = '', hour, minute = '00', second = '00' } = groups
  const two = (digits: string) => digits.padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  const at = new Date(`${date}T${two(hour ?? '0')}:${minute}:${second}+03:00`)
  // 31 June would become 1 July.
  const isReal = !Number.isNaN(at.getTime()) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
  return isReal ? { at, hasTime: hour !== undefined } : undefined
}

const amount = /^[+-]?(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,11})(?:\.\d{1,2})?$/
const withDecimalComma = /^[+-]?(?:\d{1,3}(?:\.\d{3}){1,3}|\d{1,11}),\d{1,2}$/

/**
 * Cents in a cell: "1,200.00", "-60", "Ksh 500.00"; 0 where it is empty. A comma is one of thousands, or, where spreadsheets with
 * decimal commas put semicolons between cells, may be one of cents: 4500,00 must not be read as 450,000. Throws BAD_REQUEST.
 */
export function centsIn(cell: string, row: { number: number; hasDecimalCommas: boolean }): number {
  const bare = cell.replace(/^(Ksh|KES)\.?\s*/i, '').replaceAll(/[\s']/g, '')
  if (bare === '' || bare === '-') return 0
  if (amount.test(bare)) return centsOf(Number(bare.replaceAll(',', '')))
  if (row.hasDecimalCommas && withDecimalComma.test(bare)) {
    return centsOf(Number(bare.replaceAll('.', '').replace(',', '.')))
  }
  const example = row.hasDecimalCommas ? '4,500.00 or 4.500,00' : '4,500.00'
  throw refusedStatement(`Row ${row.number}: "${cell.slice(0, 30)}" is no amount as M-Pesa writes it (${example}).`)
}

/** The period that a header names: "Time Period:,From 01-11-2026 00:00:00 To 30-11-2026 23:59:59". */
export function periodIn(header: readonly string[]): { from: Date; until: Date } | undefined {
  for (const line of header) {
    const found = [...line.matchAll(/\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?: +\d{1,2}:\d\d(?::\d\d)?)?/g)]
    const [from, to, ...more] = found.map(([text]) => timeIn(text)).filter((time) => time !== undefined)
    if (!from || !to || more.length > 0 || from.at > to.at) continue
    // The last second, or the last day, belongs to it.
    return { from: from.at, until: new Date(to.at.getTime() + (to.hasTime ? 1_000 : 86_400_000)) }
  }
  return undefined
}

/** The number of the shop that a header names; undefined where it names none. */
export function shopNumberIn(header: readonly string[]): string | undefined {
  for (const line of header) {
    const found = /(?:short ?code|pay ?bill|till)(?: number| no\.?)?\W*(\d{5,8})\b/i.exec(line)
    if (found) return found[1]
  }
  return undefined
}
