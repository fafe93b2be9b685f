import { describe, expect, it } from 'vitest'
import { wholeKsh } from './cents.ts'
import { typedNumber } from './typed-number.ts'

describe('cents', () => {
  it.each([
    [0, 'Ksh 0'],
    [49, 'Ksh 0'],
    [50, 'Ksh 1'],
    [470_049, 'Ksh 4,700'],
    [470_050, 'Ksh 4,701'],
  ])('%i are read without decimals: %s', (cents, text) => {
    expect(wholeKsh(cents)).toBe(text)
  })

  it.each([
    ['', null],
    ['  ', null],
    ['485,000', 485_000],
    ['485 000', 485_000],
    ['12.5', 12.5],
    ['abc', Number.NaN],
  ])('"%s" is typed as %s', (text, cents) => {
    expect(typedNumber(text)).toBe(cents)
  })
})
