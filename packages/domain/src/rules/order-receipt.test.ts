import { expect, it } from 'vitest'
import { orderSums, receiptText } from './order-receipt.ts'

const order = {
  subtotal: 20_700,
  deliveryCharge: 200,
  total: 20_900,
  place: 'Nairobi CBD',
  isPaid: true,
  isOver: false,
}
const sumsOf = (changes: Partial<typeof order>) =>
  orderSums({ ...order, ...changes }).map(({ label, amount }) => `${label}: ${amount}`)

it.each([
  ['paid', {}, ['Subtotal: Ksh 20,700', 'Delivery, Nairobi CBD: Ksh 200', 'Total paid: Ksh 20,900']],
  [
    'to be paid, delivered free',
    { isPaid: false, deliveryCharge: 0, total: 20_700, place: 'Embu' },
    ['Subtotal: Ksh 20,700', 'Delivery, Embu: Free', 'Total to pay: Ksh 20,700'],
  ],
  [
    'cancelled unpaid',
    { isPaid: false, isOver: true },
    ['Subtotal: Ksh 20,700', 'Delivery, Nairobi CBD: Ksh 200', 'Total: Ksh 20,900'],
  ],
  [
    'with a discount',
    { total: 20_400 },
    ['Subtotal: Ksh 20,700', 'Discount: -Ksh 500', 'Delivery, Nairobi CBD: Ksh 200', 'Total paid: Ksh 20,400'],
  ],
])('the sums of an order that is %s', (_, changes, expected) => expect(sumsOf(changes)).toEqual(expected))

it('is the same in a text', () => {
  expect(receiptText({ ...order, items: [{ name: 'Waridi la Taif', price: 9_400, quantity: 2 }] })).toEqual([
    '2 x Waridi la Taif - Ksh 18,800',
    'Subtotal - Ksh 20,700',
    'Delivery, Nairobi CBD - Ksh 200',
    'Total paid - Ksh 20,900',
  ])
})
