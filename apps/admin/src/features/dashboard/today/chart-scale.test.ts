import { expect, it } from 'vitest'
import { scaleOf, shortAmount } from './chart-scale.ts'

it.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [100, [0, 50, 100]],
  [68_450, [0, 20_000, 40_000, 60_000, 80_000]],
  [80_000, [0, 20_000, 40_000, 60_000, 80_000]],
  [80_001, [0, 50_000, 100_000]],
  [2_400_000, [0, 1_000_000, 2_000_000, 3_000_000]],
])('a chart up to %i has the marks %o', (most, marks) => {
  expect(scaleOf(most)).toEqual(marks)
})

it.each([
  [0, '0'],
  [500, '500'],
  [20_000, '20k'],
  [1_500_000, '1.5M'],
])('%i is short %s', (shillings, text) => {
  expect(shortAmount(shillings)).toBe(text)
})
