import { expect, it } from 'vitest'
import { typedNumber } from './typed-number.ts'

it.each([
  ['', null],
  ['  ', null],
  [null, null],
  [4850, 4_850],
  ['485,000', 485_000],
  ['485 000', 485_000],
  ['1,485,000.50', 1_485_000.5],
  ['12.5', 12.5],
  ['-10', -10],
  ['+10', 10],
  ['.5', 0.5],
  ['-.5', -0.5],
  ['350,00', Number.NaN],
  ['4.000', Number.NaN],
  ['.500', Number.NaN],
  ['.', Number.NaN],
  ['+', Number.NaN],
  ['+-1', Number.NaN],
  ['4,85', Number.NaN],
  ['12,3456', Number.NaN],
  ['Ksh 100', Number.NaN],
  ['abc', Number.NaN],
])('"%s" is typed as %s', (text, number) => {
  expect(typedNumber(text)).toBe(number)
})
