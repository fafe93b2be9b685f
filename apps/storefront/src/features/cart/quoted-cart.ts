import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import type { Cart, CartItem } from '@marashi/domain/rules/cart'
import { addToCart, emptyCart, setQuantity } from '@marashi/domain/rules/cart'
import type { DeliveryLocation } from '@marashi/domain/rules/delivery-fee'
import { isId } from '@marashi/domain/rules/record-id'

/** What happened to a product since it was put into the cart; prices are whole shillings. */
export type LineChange = { kind: 'gone' } | { kind: 'repriced'; was: number; now: number }

/**
 * Compares the cart with the shop's answer, by product id; lines that are as they were are left out (decisions 18), and
 * so are lines that the shop was not asked about.
 */
export function lineChange(cart: Cart, quote: Quote): Map<string, LineChange> {
  const news = new Map<string, LineChange>()
  const priceNow = priceById(quote)
  for (const { id, price } of cart.items) {
    const now = priceNow.get(id)
    if (isGone(id, quote)) news.set(id, { kind: 'gone' })
    else if (now !== undefined && now !== price) news.set(id, { kind: 'repriced', was: price, now })
  }
  return news
}

/** The cart at today's prices, without the products that are gone. */
export function acceptQuote(cart: Cart, quote: Quote): Cart {
  const priceNow = priceById(quote)
  return cartOfLines(
    cart.items
      .filter(({ id }) => !isGone(id, quote))
      .map((item) => ({ ...item, price: priceNow.get(item.id) ?? item.price })),
  )
}

/** What the shop asks when the cart is delivered to `location`; every quote holds the totals of all. */
export function quoteFor(quote: Quote, location: DeliveryLocation): Quote {
  return { ...quote, deliveryLocation: location, ...quote.byLocation[location] }
}

/** What is left of the cart when `ordered` has been bought: nothing, unless another tab added something meanwhile. */
export function withoutOrdered(cart: Cart, ordered: readonly { productId: string; quantity: number }[]): Cart {
  return ordered.reduce((rest, { productId, quantity }) => {
    const line = rest.items.find((item) => item.id === productId)
    return line ? setQuantity(rest, productId, line.quantity - quantity) : rest
  }, cart)
}

/** Puts a removed line back where it stood. */
export function restoreItem(cart: Cart, line: CartItem, position: number): Cart {
  const others = cart.items.filter((item) => item.id !== line.id)
  return cartOfLines(others.toSpliced(position, 0, line))
}

/** The lines the shop can be asked about: an id that is none of ours would make it refuse the whole question. */
export function quotableItems(cart: Cart): QuoteInput['items'] {
  return cart.items.filter(({ id }) => isId(id)).map(({ id, quantity }) => ({ productId: id, quantity }))
}

function isGone(id: string, quote: Quote): boolean {
  return quote.unavailable.includes(id) || !isId(id)
}

function priceById(quote: Quote): Map<string, number> {
  return new Map(quote.items.map((item) => [item.productId, item.productPrice]))
}

function cartOfLines(lines: readonly CartItem[]): Cart {
  return lines.reduce((cart, { quantity, ...item }) => setQuantity(addToCart(cart, item), item.id, quantity), emptyCart)
}
