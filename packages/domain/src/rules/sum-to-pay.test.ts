import { expect, it } from 'vitest'
import { sumToPay } from './sum-to-pay.ts'

const order = { items: ['Oud Zahra'], leftToPay: 4_850 }

it.each([
  ['all of an order that is not paid', order, 4_850],
  ['what a part payment left', { ...order, leftToPay: 2_850 }, 2_850],
  ['nothing where nothing is left', { ...order, leftToPay: 0 }, null],
  [
    'no delivery fee as all there is, where the perfumes were agreed on elsewhere',
    { ...order, items: [], leftToPay: 200 },
    null,
  ],
])('names %s', (_what, of, sum) => {
  expect(sumToPay(of)).toBe(sum)
})
