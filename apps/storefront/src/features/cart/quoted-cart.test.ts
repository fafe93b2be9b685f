import type { Quote } from '@marashi/domain/contracts/checkout'
import { type Cart, emptyCart, parseSavedCart } from '@marashi/domain/rules/cart'
import { describe, expect, it } from 'vitest'
import { lineChanges, quotableItems, quoteOfNothing, withHeld } from './cart-quote.ts'
import { acceptQuote, restoreItem, withoutOrdered } from './quoted-cart.ts'

const oud = '3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e'
const rose = '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d'

function cartOf(...lines: { id: string; price: number; quantity: number }[]): Cart {
  const items = lines.map((line) => ({ ...line, name: line.id, image: '/p.jpg', category: 'Oud' }))
  return parseSavedCart(JSON.stringify(items)) ?? emptyCart
}

function quoteOf(prices: Record<string, number>, unavailable: string[] = []): Quote {
  const items = Object.entries(prices).map(([productId, productPrice]) => ({
    productId,
    productName: productId,
    productPrice,
    quantity: 1,
    lineTotal: productPrice,
  }))
  const free = { deliveryCharge: 0, total: 0 }
  const byLocation = { embu: free, 'nairobi-cbd': free, 'nairobi-other': free }
  return { items, unavailable, shortages: [], deliveryLocation: 'embu', subtotal: 0, ...free, byLocation }
}

describe('since the cart was filled', () => {
  const cart = cartOf({ id: oud, price: 6800, quantity: 2 }, { id: rose, price: 4850, quantity: 1 })

  it('nothing is marked when nothing changed', () => {
    expect(lineChanges(cart, quoteOf({ [oud]: 6800, [rose]: 4850 })).size).toBe(0)
  })

  it('a new price and a product that is gone are marked, and accepted in one step', () => {
    const quote = quoteOf({ [oud]: 7000 }, [rose])
    expect(lineChanges(cart, quote).get(oud)).toEqual({ kind: 'repriced', was: 6800, now: 7000 })
    expect(lineChanges(cart, quote).get(rose)).toEqual({ kind: 'gone' })
    expect(acceptQuote(cart, quote)).toMatchObject({ total: 14_000, itemCount: 2 })
  })

  it('what is sold out leaves the cart, and of what is short there are as many as are left', () => {
    const quote = {
      ...quoteOf({ [oud]: 7000 }, [rose]),
      shortages: [
        { productId: oud, productName: oud, asked: 2, left: 1 },
        { productId: rose, productName: rose, asked: 1, left: 0 },
      ],
    }
    expect([...lineChanges(cart, quote).values()]).toEqual([
      { kind: 'short', left: 1, was: 6800, now: 7000 },
      { kind: 'sold-out' },
    ])
    expect(acceptQuote(cart, quote)).toMatchObject({ total: 7_000, itemCount: 1 })
  })

  it('a perfume added after the quote was asked for is neither gone nor dropped', () => {
    const quote = quoteOf({ [oud]: 6800 })
    expect(lineChanges(cart, quote).size).toBe(0)
    expect(acceptQuote(cart, quote)).toEqual(cart)
  })

  it('an id that the shop never gave out counts as gone and is not asked about', () => {
    // The second has the shape of an id, and the shop would refuse the whole cart for it.
    const [text, shape] = ['not-an-id', '11111111-1111-1111-1111-111111111111']
    const odd = cartOf(
      { id: text, price: 1, quantity: 1 },
      { id: shape, price: 1, quantity: 1 },
      { id: oud, price: 6800, quantity: 1 },
    )
    expect([...lineChanges(odd, quoteOf({ [oud]: 6800 }))]).toEqual([
      [text, { kind: 'gone' }],
      [shape, { kind: 'gone' }],
    ])
    expect(quotableItems(odd)).toEqual([{ productId: oud, quantity: 1 }])
  })
})

it('a cart with ids alone that the shop never gave out is quoted as gone, and any other is asked about', () => {
  const odd = { id: 'not-an-id', price: 1, quantity: 1 }
  const cart = cartOf(odd)
  const quote = quoteOfNothing(cart, [{ id: 'embu' }])
  if (!quote) throw new Error('the cart is quoted')
  expect([...lineChanges(cart, quote)]).toEqual([[odd.id, { kind: 'gone' }]])
  expect(acceptQuote(cart, quote)).toEqual(emptyCart)
  expect(quoteOfNothing(cartOf(odd, { id: oud, price: 6800, quantity: 1 }), [])).toBeNull()
  expect(quoteOfNothing(emptyCart, [])).toBeNull()
})

describe('while an order of this browser waits to be paid', () => {
  const cart = cartOf({ id: oud, price: 6800, quantity: 2 }, { id: rose, price: 4850, quantity: 1 })
  const shortage = (productId: string, asked: number, left: number) => ({ productId, productName: '', asked, left })

  it('its own pieces are not sold out, and stay in the cart', () => {
    const quote = { ...quoteOf({ [rose]: 4850 }, [oud]), shortages: [shortage(oud, 2, 0)] }
    const read = withHeld(quote, [{ productId: oud, quantity: 2 }])
    expect(lineChanges(cart, read).size).toBe(0)
    expect(acceptQuote(cart, read)).toEqual(cart)
  })

  it('there are as many as it holds and as are left, and what it does not hold is sold out', () => {
    const shortages = [shortage(oud, 3, 1), shortage(rose, 1, 0)]
    const more = cartOf({ id: oud, price: 6800, quantity: 3 }, { id: rose, price: 4850, quantity: 1 })
    const read = withHeld({ ...quoteOf({ [oud]: 6800 }, [rose]), shortages }, [{ productId: oud, quantity: 1 }])
    expect([...lineChanges(more, read)]).toEqual([
      [oud, { kind: 'short', left: 2, was: 6800, now: 6800 }],
      [rose, { kind: 'sold-out' }],
    ])
  })

  it('a perfume that is no longer sold is gone also where it holds one', () => {
    const read = withHeld(quoteOf({ [rose]: 4850 }, [oud]), [{ productId: oud, quantity: 2 }])
    expect(lineChanges(cart, read).get(oud)).toEqual({ kind: 'gone' })
  })
})

describe('after an order', () => {
  it('nothing is left of the cart that was ordered', () => {
    const cart = cartOf({ id: oud, price: 6800, quantity: 2 })
    expect(withoutOrdered(cart, [{ productId: oud, quantity: 2 }])).toEqual(emptyCart)
  })

  it('what another tab added meanwhile stays', () => {
    const cart = cartOf({ id: oud, price: 6800, quantity: 3 }, { id: rose, price: 4850, quantity: 1 })
    const rest = withoutOrdered(cart, [{ productId: oud, quantity: 2 }])
    expect(rest.items.map(({ id, quantity }) => [id, quantity])).toEqual([
      [oud, 1],
      [rose, 1],
    ])
  })
})

it('restores a removed line at its position, with its quantity', () => {
  const cart = cartOf({ id: oud, price: 6800, quantity: 2 }, { id: rose, price: 4850, quantity: 1 })
  const [first] = cart.items
  if (!first) throw new Error('the cart has lines')
  expect(restoreItem(cartOf({ id: rose, price: 4850, quantity: 1 }), first, 0)).toEqual(cart)
})
