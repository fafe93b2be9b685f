import { expect, it } from 'vitest'
import { highestDeliveryFee } from './highest-delivery-fee.ts'

const places = [
  { fee: 0, freeOver: null },
  { fee: 300, freeOver: null },
  { fee: 200, freeOver: 2_000 },
]

it.each([
  { price: 1_000, freeDeliveryOver: null, fee: 300 },
  { price: 9_000, freeDeliveryOver: null, fee: 300 },
  { price: 5_001, freeDeliveryOver: 5_000, fee: 0 },
  { price: 5_000, freeDeliveryOver: 5_000, fee: 300 },
])('delivers one for $price at $fee at most, free over $freeDeliveryOver', ({ price, freeDeliveryOver, fee }) =>
  expect(highestDeliveryFee(price, { places, freeDeliveryOver })).toBe(fee),
)
