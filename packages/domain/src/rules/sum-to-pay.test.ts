import { expect, it } from 'vitest'
import { sumToPay } from './sum-to-pay.ts'

const order = { items: ['Oud Zahra'], total: 4_850, isPaid: false }

it.each([
  ['all of an order that is not paid', order, 4_850],
  ['nothing of one that is paid', { ...order, isPaid: true }, null],
  ['nothing of one that costs nothing', { ...order, total: 0 }, null],
  [
    'no delivery fee as all there is, where the perfumes were agreed on elsewhere',
    { ...order, items: [], total: 200 },
    null,
  ],
])('names %s', (_what, of, sum) => {
  expect(sumToPay(of)).toBe(sum)
})
