import { fc, test } from '@fast-check/vitest'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { csvText } from './csv-text.ts'
import { plainCell, safeCell } from './safe-cell.ts'

describe('a cell of an exported file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['Amina;=HYPERLINK("x")', `Amina;'=HYPERLINK("x")`],
    ['x;"=1"', `x;'"=1"`],
    ['x; =1', "x;' =1"],
    ['x;\t=1', "x;\t'=1"],
    ['first\r\n@second', "first\r\n'@second"],
    ['\tx', "'\tx"],
    ['+254712345678', "'+254712345678"],
    ['；ok ＝1', '；ok ＝1'],
    ['＝1', "'＝1"],
    ['--5', "'--5"],
    ['-5+1', "'-5+1"],
  ])('%j becomes %j', (text, safe) => expect(safeCell(text)).toBe(safe))

  it.each(['-450.00', '0', '4500.00', 'Oud - Zahra', 'a@b.example', 'x=1', '2 x Oud; 1 x Musk', ''])(
    'leaves %j as it is',
    (text) => expect(safeCell(text)).toBe(text),
  )
})

describe('a cell that comes back', () => {
  it.each([
    '=1+1',
    'x; =1',
    'first\r\n@second',
    '\tx',
    '+254712345678',
    'Amina’s',
    '-450.00',
    '',
    `Says "calm",'+' rose`,
    "'- raw",
    "'\tx",
  ])('is %j again', (text) => expect(plainCell(safeCell(text))).toBe(text))
})

const dangerous = fc.constantFrom(...'=+-@＝＋－＠', ...';,|\t\r\n"\'', ' ', '\u00a0', 'a', '1', '.')
const cell = fc.oneof(
  fc.string(),
  fc.array(dangerous, { maxLength: 12 }).map((signs) => signs.join('')),
)
test.prop([cell])('a cell is, once it comes back, what it was', (text) => {
  expect(plainCell(safeCell(text))).toBe(text)
})

const row = fc.record({ name: cell, address: cell, note: cell })

/** Every cell that some program could see in the file: cut at every separator and line break, quotes and blanks skipped. */
const everyPiece = (file: string) => file.split(/[;,|\t\r\n\v\f]/).map((piece) => piece.replace(/^["\p{Zs}]+/u, ''))

describe('an exported file', () => {
  test.prop([fc.array(row, { maxLength: 5 })])(
    'holds no formula, whatever a program takes for its separator',
    (rows) => {
      const file = csvText(rows, {
        columns: [
          { key: 'name', header: 'Name' },
          { key: 'address', header: 'Address' },
          { key: 'note', header: 'Note' },
        ],
        isFirst: true,
      })
      const formulas = everyPiece(file).filter((piece) => /^[=+\-@＝＋－＠]/u.test(piece))
      // What is left are plain negative numbers, which are whole cells.
      expect(formulas.filter((piece) => !/^-\d+(\.\d+)?"?$/.test(piece))).toEqual([])
    },
  )

  test.prop([fc.array(row, { minLength: 1, maxLength: 5 })])(
    'keeps the text of every cell but for the apostrophes',
    (rows) => {
      const columns = ['name', 'address', 'note'].map((key) => ({ key, header: key }))
      const read: Record<string, string>[] = parse(csvText(rows, { columns, isFirst: true }), {
        columns: true,
        bom: true,
        record_delimiter: '\r\n',
      })
      expect(read).toEqual(
        rows.map((each) => Object.fromEntries(Object.entries(each).map(([key, text]) => [key, safeCell(text)]))),
      )
      const bare = (text: string) => text.replaceAll("'", '')
      for (const [nth, each] of read.entries()) {
        for (const [key, text] of Object.entries(each)) expect(bare(text)).toBe(bare(rows[nth]?.[key as 'name'] ?? ''))
      }
    },
  )
})
