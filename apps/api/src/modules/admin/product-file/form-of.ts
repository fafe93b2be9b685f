import { notesOf, notesText } from '@marashi/domain/rules/notes-text'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import type { FileRow } from './read-product-file.ts'

type Cells = FileRow['cells']

/** The cells of a row as the fields of the form: only those that the file has. */
export const formOf = (cells: Cells): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([column, text]) => {
      const read = readers[column as keyof Cells]
      return read ? [[column, read(text)]] : []
    }),
  )

/** A cell in the one spelling that all of the same meaning have: "4,850.00" is 4850, and a spreadsheet ends lines as it likes. */
export function oneSpelling(column: keyof Cells, text: string): string {
  const value = readers[column]?.(text) ?? ''
  if (Array.isArray(value)) return notesText(value)
  if (typeof value === 'boolean') return yesOrNo(value)
  return (typeof value === 'number' && !Number.isNaN(value) ? String(value) : text).replaceAll(/\r\n?/g, '\n').trim()
}

export const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

const truths = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
  ['', false],
])
const truth = (text: string) => truths.get(text.toLowerCase()) ?? text
const same = (text: string) => text

const readers: Partial<Record<keyof Cells, (text: string) => unknown>> = {
  name: same,
  description: same,
  price: typedNumber,
  originalPrice: typedNumber,
  ml: typedNumber,
  concentration: same,
  notesTop: notesOf,
  notesHeart: notesOf,
  notesBase: notesOf,
  image: same,
  isNew: truth,
  stockCount: typedNumber,
  stockAtExport: typedNumber,
  soldOut: truth,
  stockLineAtExport: typedNumber,
}
