import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { centsOf, formatKsh, formatKshWithCents, lineTotal, shillingsOf } from './money.ts'

describe('centsOf', () => {
  it.each([
    [0, 0],
    [1500, 150_000],
    [1500.5, 150_050],
    [0.1 + 0.2, 30],
    [1.005, 100],
    [-1500, -150_000],
  ])('makes of %d shillings %d cents', (shillings, cents) => {
    expect(centsOf(shillings)).toBe(cents)
  })

  it.prop([fc.integer({ min: 0, max: 10_000_000_000 })])('finds every cent again', (cents) => {
    expect(centsOf(shillingsOf(cents))).toBe(cents)
  })
})

describe('formatKsh', () => {
  it.each([
    [0, 'Ksh 0'],
    [-0, 'Ksh 0'],
    [1, 'Ksh 1'],
    [999, 'Ksh 999'],
    [1000, 'Ksh 1,000'],
    [1500, 'Ksh 1,500'],
    [100_000_000, 'Ksh 100,000,000'],
    [1500.5, 'Ksh 1,500.50'],
    [0.1 + 0.2, 'Ksh 0.30'],
    [0.004, 'Ksh 0'],
    [-0.004, 'Ksh 0'],
    [1499.999, 'Ksh 1,500'],
    [-1500, '-Ksh 1,500'],
  ])('writes %d as %s', (shillings, text) => {
    expect(formatKsh(shillings)).toBe(text)
  })

  it.prop([fc.integer({ min: 0, max: 100_000_000 })])(
    'keeps every shilling and uses an ordinary space',
    (shillings) => {
      expect(formatKsh(shillings)).toMatch(/^Ksh \d{1,3}(,\d{3})*$/)
      expect(Number(formatKsh(shillings).replace(/\D/g, ''))).toBe(shillings)
    },
  )
})

describe('formatKshWithCents', () => {
  it.each([
    [0, 'Ksh 0.00'],
    [1500, 'Ksh 1,500.00'],
    [12.345, 'Ksh 12.35'],
    [1_234_567.8, 'Ksh 1,234,567.80'],
    [0.05, 'Ksh 0.05'],
    [-1, '-Ksh 1.00'],
  ])('writes %d as %s', (shillings, text) => {
    expect(formatKshWithCents(shillings)).toBe(text)
  })
})

it.prop([fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })])('writes amounts as Kenyans do', (cents) => {
  const kenyan = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  expect(formatKshWithCents(cents / 100)).toBe(`${cents < 0 ? '-' : ''}Ksh ${kenyan.format(Math.abs(cents) / 100)}`)
})

describe('lineTotal', () => {
  it('is the price of all pieces', () => {
    expect(lineTotal({ price: 1500, quantity: 3 })).toBe(4500)
  })
})
