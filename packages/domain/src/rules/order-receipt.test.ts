import { expect, it } from 'vitest'
import { orderSums, receiptRows } from './order-receipt.ts'

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
    'given away, so that nothing is to be paid',
    { isPaid: false, deliveryCharge: 0, total: 0 },
    ['Subtotal: Ksh 20,700', 'Discount: -Ksh 20,700', 'Delivery, Nairobi CBD: Free', 'Total: Ksh 0'],
  ],
  [
    'with a discount',
    { total: 20_400 },
    ['Subtotal: Ksh 20,700', 'Discount: -Ksh 500', 'Delivery, Nairobi CBD: Ksh 200', 'Total paid: Ksh 20,400'],
  ],
])('the sums of an order that is %s', (_, changes, expected) => expect(sumsOf(changes)).toEqual(expected))

it('is the same in an e-mail, under the lines', () => {
  expect(receiptRows({ ...order, items: [{ name: 'Waridi la Taif', price: 9_400, quantity: 2 }] })).toEqual([
    { label: '2 x Waridi la Taif', amount: 'Ksh 18,800', isTotal: false },
    { label: 'Subtotal', amount: 'Ksh 20,700', isTotal: false },
    { label: 'Delivery, Nairobi CBD', amount: 'Ksh 200', isTotal: false },
    { label: 'Total paid', amount: 'Ksh 20,900', isTotal: true },
  ])
})
