import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { discountPercent, struckPrice } from './discount.ts'

it.each([
  { price: 4_500, originalPrice: 6_000, struck: 6_000 },
  { price: 4_500, originalPrice: null, struck: null },
  { price: 4_500, originalPrice: 4_500, struck: null },
  { price: 4_500, originalPrice: 4_000, struck: null },
  // A saving that rounds to nothing has no badge, and is a saving all the same.
  { price: 4_999, originalPrice: 5_000, struck: 5_000 },
])('strikes $struck through at $price, which was $originalPrice', ({ struck, ...prices }) =>
  expect(struckPrice(prices)).toBe(struck),
)

describe('discountPercent', () => {
  it.each([
    [1000, null, null],
    [1000, undefined, null],
    [1000, 0, null],
    [1000, Number.NaN, null],
    [1000, Number.POSITIVE_INFINITY, null],
    [Number.NaN, 1000, null],
    [1000, 999, null],
    [1000, 1000, null],
    [2, 1, null],
    [1000, 1001, null],
    [996, 1000, null],
    [995, 1000, 1],
    [171, 200, 15],
    [750, 1000, 25],
    [2000, 3000, 33],
    [1000, 3000, 67],
    [1, 100_000_000, 100],
  ])('price %s, before %s: %s', (price, originalPrice, percent) => {
    expect(discountPercent(price, originalPrice)).toBe(percent)
  })

  it.prop([fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 0, max: 100_000_000 })])(
    'is null or a whole percentage from 1 to 100 within half a percent of the exact one',
    (price, originalPrice) => {
      const exact = ((originalPrice - price) / originalPrice) * 100
      const percent = discountPercent(price, originalPrice)
      if (percent === null) {
        expect(originalPrice <= price || exact < 0.5).toBe(true)
      } else {
        expect(Number.isInteger(percent) && percent >= 1 && percent <= 100).toBe(true)
        expect(Math.abs(percent - exact)).toBeLessThanOrEqual(0.5 + 1e-9)
      }
    },
  )
})
