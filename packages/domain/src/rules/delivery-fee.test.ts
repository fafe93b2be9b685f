import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { type DeliveryLocation, deliveryFeeShillings, deliveryFees, deliveryLocations } from './delivery-fee.ts'

describe('deliveryFeeShillings', () => {
  it.each<[DeliveryLocation, number, number | null, number]>([
    ['embu', 0, null, 0],
    ['nairobi-cbd', 0, null, 200],
    ['nairobi-other', 0, null, 300],
    ['nairobi-other', 5001, null, 300],
    ['nairobi-other', 4999, 5000, 300],
    ['nairobi-other', 5000, 5000, 300],
    ['nairobi-other', 5001, 5000, 0],
    ['nairobi-cbd', 5001, 5000, 0],
    ['embu', 5001, 5000, 0],
    ['nairobi-cbd', 0, 0, 200],
    ['nairobi-cbd', 1, 0, 0],
  ])('%s, cart of %d, free over %s: %d', (location, subtotal, freeDeliveryOver, fee) => {
    expect(deliveryFeeShillings(location, { subtotal, freeDeliveryOver })).toBe(fee)
  })

  it.prop([fc.constantFrom(...deliveryLocations), fc.nat()])(
    'charges the place alone while the offer is off, whatever the cart is worth',
    (location, subtotal) => {
      expect(deliveryFeeShillings(location, { subtotal, freeDeliveryOver: null })).toBe(deliveryFees[location])
    },
  )
})
