import { expect, it } from 'vitest'
import { highestDeliveryFee, struckPrice } from './product-offer.ts'

it.each([
  { price: 4_500, originalPrice: 6_000, struck: 6_000 },
  { price: 4_500, originalPrice: null, struck: null },
  { price: 4_500, originalPrice: 4_500, struck: null },
  { price: 4_500, originalPrice: 4_000, struck: null },
  // The page shows no saving that rounds to nothing.
  { price: 4_999, originalPrice: 5_000, struck: null },
])('strikes $struck through at $price, which was $originalPrice', ({ struck, ...prices }) =>
  expect(struckPrice(prices)).toBe(struck),
)

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
