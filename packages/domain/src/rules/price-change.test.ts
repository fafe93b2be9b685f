import { expect, it } from 'vitest'
import { changedPrices } from './price-change.ts'

const today = { price: 4_850, originalPrice: 6_000 }
const plain = { by: 'percent', roundTo: 1, earlier: 'keep' } as const

it.each([
  [
    { ...plain, value: 10 },
    { price: 5_335, originalPrice: 6_000 },
  ],
  [
    { ...plain, value: -10, roundTo: 50 },
    { price: 4_350, originalPrice: 6_000 },
  ],
  [
    { ...plain, value: 0.01 },
    { price: 4_850, originalPrice: 6_000 },
  ],
  [
    { ...plain, by: 'amount', value: -150, earlier: 'today' },
    { price: 4_700, originalPrice: 4_850 },
  ],
  [
    { ...plain, by: 'amount', value: 0, roundTo: 100, earlier: 'none' },
    { price: 4_900, originalPrice: null },
  ],
  [{ ...plain, value: -100 }, null],
  [{ ...plain, value: -99.9999, roundTo: 100 }, null],
  [{ ...plain, by: 'amount', value: -4_850 }, null],
  [{ ...plain, by: 'amount', value: 100_000_000 }, null],
  [{ ...plain, value: Number.NaN }, null],
] as const)('%o gives %o', (change, prices) => expect(changedPrices(today, change)).toEqual(prices))

it.each([
  [-28.4, 4_500],
  [-16.4, 5_250],
  [29.2, 8_100],
])('rounds up the half that 6,250 comes to with %d percent, to %d', (value, price) => {
  const change = { ...plain, value, roundTo: 50 } as const
  expect(changedPrices({ price: 6_250, originalPrice: null }, change)).toEqual({ price, originalPrice: null })
})
