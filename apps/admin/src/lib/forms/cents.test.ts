import { describe, expect, it } from 'vitest'
import { wholeKsh } from './cents.ts'

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
})
