import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import { addToCart, type Cart, emptyCart, setQuantity } from '@marashi/domain/rules/cart'
import { deliveryLocations } from '@marashi/domain/rules/delivery-fee'
import { newShop } from '@marashi/domain/testing/new-shop'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import { type Quotes, useQuotes } from './use-quotes.ts'

const oud = '3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e'
const cartOf = (quantity: number) =>
  setQuantity(
    addToCart(emptyCart, { id: oud, name: 'Oud Zahra', price: 4_000, image: '/p.jpg', category: 'Oud' }),
    oud,
    quantity,
  )

function quoteOf({ items }: Pick<QuoteInput, 'items'>, price: number): Quote {
  const subtotal = items.reduce((sum, { quantity }) => sum + quantity * price, 0)
  const to = (deliveryCharge: number) => ({ deliveryCharge, total: subtotal + deliveryCharge })
  const byLocation = { embu: to(0), 'nairobi-cbd': to(200), 'nairobi-other': to(300) }
  const lines = items.map(({ productId, quantity }) => ({
    productId,
    productName: 'Oud Zahra',
    productPrice: price,
    quantity,
    lineTotal: price * quantity,
  }))
  return {
    items: lines,
    unavailable: [],
    shortages: [],
    deliveryLocation: 'embu',
    subtotal,
    ...byLocation.embu,
    byLocation,
  }
}

let quotes: Quotes

function Totals({ cart }: { cart: Cart }) {
  quotes = useQuotes(cart, newShop.places)
  const [location, setLocation] = useState<(typeof deliveryLocations)[number]>('embu')
  const quote = quotes.byLocation[location]
  return (
    <>
      {deliveryLocations.map((each) => (
        <button type="button" key={each} onClick={() => setLocation(each)}>
          {each}
        </button>
      ))}
      <output>{quote ? `${quote.deliveryLocation} ${quote.deliveryCharge} ${quote.total}` : 'waiting'}</output>
    </>
  )
}

function open(cart: Cart) {
  const asked = vi.fn((input: QuoteInput) => quoteOf(input, 4_500))
  const answers = { 'checkout.quote': asked as never }
  const screenOf = (cart: Cart) => (
    <ShopDouble answers={answers}>
      <Totals cart={cart} />
    </ShopDouble>
  )
  const { rerender } = render(screenOf(cart))
  return { asked, change: (next: Cart) => rerender(screenOf(next)) }
}

const shown = () => screen.getByRole('status').textContent

afterEach(cleanup)

describe('the totals of the checkout', () => {
  it('change with the location without asking the shop again', async () => {
    const { asked } = open(cartOf(2))
    await waitFor(() => expect(shown()).toBe('embu 0 9000'))
    await userEvent.click(screen.getByRole('button', { name: 'nairobi-cbd' }))
    expect(shown()).toBe('nairobi-cbd 200 9200')
    await userEvent.click(screen.getByRole('button', { name: 'nairobi-other' }))
    expect(shown()).toBe('nairobi-other 300 9300')
    expect(asked.mock.calls).toEqual([[{ items: [{ productId: oud, quantity: 2 }] }]])
  })

  it('are those of the quote that refused an order, for every location and without asking again', async () => {
    const { asked } = open(cartOf(2))
    await waitFor(() => expect(shown()).toBe('embu 0 9000'))
    const items = [{ productId: oud, quantity: 2 }]
    expect(quotes.replace(quoteOf({ items }, 5_000), items)).toBe(true)
    await waitFor(() => expect(shown()).toBe('embu 0 10000'))
    await userEvent.click(screen.getByRole('button', { name: 'nairobi-cbd' }))
    expect(shown()).toBe('nairobi-cbd 200 10200')
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('are asked for anew where the order that was refused held other lines than the cart', async () => {
    const { asked } = open(cartOf(2))
    await waitFor(() => expect(shown()).toBe('embu 0 9000'))
    const items = [{ productId: oud, quantity: 1 }]
    expect(quotes.replace(quoteOf({ items }, 5_000), items)).toBe(false)
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(shown()).toBe('embu 0 9000'))
  })

  it('are asked for again when the shop did not answer', async () => {
    const { asked } = open(cartOf(1))
    asked.mockImplementationOnce(() => {
      throw new Error('no connection')
    })
    await waitFor(() => expect(quotes.hasFailed).toBe(true))
    quotes.retry()
    await waitFor(() => expect(shown()).toBe('embu 0 4500'))
    expect(quotes.hasFailed).toBe(false)
  })

  it('of a cart that the shop does not take are refused in its own words', async () => {
    const { asked } = open(cartOf(1))
    asked.mockImplementationOnce(() => {
      throw refusal(400, 'This order is too large to place online. Please contact us.')
    })
    await waitFor(() => expect(quotes.refusal).toBe('This order is too large to place online. Please contact us.'))
  })

  it('of a cart with ids alone that the shop never gave out come at once, without anything that can be ordered', () => {
    const item = { id: 'old-site-7', name: 'Oud Zahra', price: 4_000, image: '/p.jpg', category: 'Oud' }
    const { asked } = open(addToCart(emptyCart, item))
    expect(shown()).toBe('embu 0 0')
    expect(quotes.byLocation.embu).toMatchObject({ items: [], unavailable: [item.id] })
    expect(asked).not.toHaveBeenCalled()
  })

  it('are not asked for an empty cart', () => {
    expect(open(emptyCart).asked).not.toHaveBeenCalled()
    expect(shown()).toBe('waiting')
  })
})
