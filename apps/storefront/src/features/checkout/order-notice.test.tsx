import type { Quote } from '@marashi/domain/contracts/checkout'
import { type CartItem, emptyCart } from '@marashi/domain/rules/cart'
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

function show(change: Partial<Quote> = {}) {
  render(
    <OrderNotice
      progress={{
        step: 'changed',
        before: 4_700,
        place: 'nairobi-cbd',
        quote: { ...quote, ...change },
        text: 'We do not deliver to Nairobi, Moi Avenue at the moment. Please choose another place.',
      }}
      cart={{ ...emptyCart, items: [{ id: 'oud', name: 'Oud Noir' } as CartItem] }}
      shop={{ ...newShop, places: [embu] }}
      isNothingLeft={false}
      onAnotherWay={() => undefined}
    />,
  )
  return screen.getByText(/Nothing has been ordered yet/).textContent
}

it('calls a place that is off what the owner calls it, though the page does not know it any more', () => {
  const text = show()
  expect(text).toContain('Nairobi, Moi Avenue')
  expect(text).toContain('Town centre is chosen')
  expect(text).not.toContain('Nairobi CBD')
})

it('a shopper whose place is off reads which one is chosen instead also where perfumes are sold out or gone', () => {
  const shortages = [{ productId: 'musk', productName: 'Musk', left: 0 }] as Quote['shortages']
  expect(show({ shortages, unavailable: ['oud'] })).toBe(
    'We do not deliver to Nairobi, Moi Avenue at the moment. Please choose another place. Until you do, Town centre is chosen: ' +
      'please check the total. Musk: sold out. Oud Noir cannot be ordered any more. Nothing has been ordered yet.',
  )
  screen.getByRole('heading', { name: 'We do not deliver there now' })
})

it('of a perfume that is sold out a shopper reads that alone, not also that it cannot be ordered any more', () => {
  const shortages = [{ productId: 'oud', productName: 'Oud Noir', left: 0 }] as Quote['shortages']
  // What is sold out is part of no order, so the quote names it twice.
  const text = show({ shortages, unavailable: ['oud'] })
  expect(text).toContain('Oud Noir: sold out. Nothing has been ordered yet.')
})
