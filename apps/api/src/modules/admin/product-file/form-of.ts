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

/** "4,850" and "4850.00" are the same; what is no number is left to the contract to refuse. */
const number = (text: string) => (text === '' ? null : Number(text.replaceAll(/[,\s]/g, '')))
const words = (text: string) =>
  text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter(Boolean)
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
  notesTop: words,
  notesHeart: words,
  notesBase: words,
  image: same,
  isNew: truth,
  stockCount: number,
  stockAtExport: number,
  soldOut: truth,
}
