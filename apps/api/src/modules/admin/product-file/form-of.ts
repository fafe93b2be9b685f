import { notesOf } from '@marashi/domain/rules/notes-text'
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

/** A point before one or two digits alone: in much of the world "4.850" is what Kenya writes as "4,850". */
const numberForm = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/

/** "4,850" and "4850.00" are the same. Whatever else may mean a number, as "4850,00", is left to the contract to refuse. */
function number(text: string): number | null {
  if (text === '') return null
  const digits = text.replaceAll(/\s/g, '')
  return numberForm.test(digits) ? Number(digits.replaceAll(',', '')) : Number.NaN
}

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
  price: number,
  originalPrice: number,
  ml: number,
  concentration: same,
  notesTop: notesOf,
  notesHeart: notesOf,
  notesBase: notesOf,
  image: same,
  isNew: truth,
  stockCount: number,
  stockAtExport: number,
  soldOut: truth,
  stockLineAtExport: number,
}
