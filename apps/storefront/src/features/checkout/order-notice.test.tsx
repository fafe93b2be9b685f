import type { Quote } from '@marashi/domain/contracts/checkout'
import { emptyCart } from '@marashi/domain/rules/cart'
import { newShop } from '@marashi/domain/testing/new-shop'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { OrderNotice } from './order-notice.tsx'

afterEach(cleanup)

const embu = { id: 'embu', name: 'Town centre', fee: 0, promise: '', freeOver: null, note: '' }
const quote: Quote = {
  items: [],
  unavailable: [],
  shortages: [],
  deliveryLocation: 'embu',
  subtotal: 4_500,
  deliveryCharge: 0,
  total: 4_500,
  byLocation: { embu: { deliveryCharge: 0, total: 4_500 } },
}

it('calls a place that is off what the owner calls it, though the page does not know it any more', () => {
  render(
    <OrderNotice
      progress={{
        step: 'changed',
        before: 4_700,
        place: 'nairobi-cbd',
        quote,
        text: 'We do not deliver to Nairobi, Moi Avenue at the moment. Please choose another place.',
      }}
      cart={emptyCart}
      shop={{ ...newShop, places: [embu] }}
      onAnotherWay={() => undefined}
    />,
  )
  const text = screen.getByText(/Nothing has been ordered yet/).textContent
  expect(text).toContain('Nairobi, Moi Avenue')
  expect(text).toContain('Town centre is chosen')
  expect(text).not.toContain('Nairobi CBD')
})
