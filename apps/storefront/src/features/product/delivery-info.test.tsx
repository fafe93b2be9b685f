import { newShop } from '@marashi/domain/testing/new-shop'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { DeliveryInfo } from './delivery-info.tsx'

afterEach(cleanup)

const promises = (freeDeliveryOver: number | null, shop = newShop) => {
  render(<DeliveryInfo shop={{ ...shop, freeDeliveryOver }} />)
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

describe('the promises on a perfume’s page', () => {
  it('explain free delivery where a list of fees applies', () => {
    expect(promises(null)).toEqual([
      'Free delivery over Ksh 5,000This offer is not running today; delivery is charged by location: Embu free, Nairobi CBD Ksh 200, Other Nairobi Ksh 300.',
      '100% genuine',
      'WhatsApp support',
    ])
  })

  it('need no explanation where the owner applies them', () => {
    expect(promises(4000)).toEqual(['Free delivery over Ksh 4,000', '100% genuine', 'WhatsApp support'])
  })

  it('name the place that has an amount of its own', () => {
    const places = newShop.places.map((place) => (place.id === 'nairobi-cbd' ? { ...place, freeOver: 10_000 } : place))
    expect(promises(null, { ...newShop, places })[0]).toBe(
      'Free delivery over Ksh 5,000This offer is not running today; delivery is charged by location: Embu free, Nairobi CBD Ksh 200 (free above Ksh 10,000), Other Nairobi Ksh 300.',
    )
    cleanup()
    expect(promises(4000, { ...newShop, places })[0]).toBe(
      'Free delivery over Ksh 4,000Except: Nairobi CBD Ksh 200 (free above Ksh 10,000).',
    )
  })
})
