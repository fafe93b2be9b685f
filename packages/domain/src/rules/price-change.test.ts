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
