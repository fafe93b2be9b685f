import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { deliveryFeeShillings, deliveryFees, deliveryLocations, placeName } from './delivery-fee.ts'

describe('deliveryFeeShillings', () => {
  it.each<[(typeof deliveryLocations)[number], number, number | null, number]>([
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
    expect(deliveryFeeShillings({ fee: deliveryFees[location], freeOver: null }, { subtotal, freeDeliveryOver })).toBe(
      fee,
    )
  })

  it.prop([fc.constantFrom(...deliveryLocations), fc.nat()])(
    'charges the place alone while the offer is off, whatever the cart is worth',
    (location, subtotal) => {
      expect(
        deliveryFeeShillings({ fee: deliveryFees[location], freeOver: null }, { subtotal, freeDeliveryOver: null }),
      ).toBe(deliveryFees[location])
    },
  )

  it.each([
    [4_000, 3_000, null, 0],
    [3_000, 3_000, null, 250],
    [4_000, 5_000, 3_000, 250],
  ])(
    'a place’s own offer comes first: cart of %d, free there over %s, everywhere over %s: %d',
    (subtotal, freeOver, freeDeliveryOver, fee) => {
      expect(deliveryFeeShillings({ fee: 250, freeOver }, { subtotal, freeDeliveryOver })).toBe(fee)
    },
  )
})

describe('placeName', () => {
  it('takes the owner’s name, then the specification’s, then the words of the id', () => {
    expect(placeName('embu', [{ id: 'embu', name: 'Embu town' }])).toBe('Embu town')
    expect(placeName('nairobi-cbd')).toBe('Nairobi CBD')
    expect(placeName('thika-road')).toBe('Thika Road')
  })
})
