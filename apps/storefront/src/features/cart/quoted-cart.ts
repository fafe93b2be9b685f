import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import type { Cart, CartItem } from '@marashi/domain/rules/cart'
import { addToCart, emptyCart, setQuantity } from '@marashi/domain/rules/cart'
import type { DeliveryLocation, DeliveryPlace } from '@marashi/domain/rules/delivery-fee'
import { isId } from '@marashi/domain/rules/record-id'

/** What changed about a product since it was added to the cart; prices are whole shillings. */
export type LineChange =
  | { kind: 'gone' }
  | { kind: 'sold-out' }
  | { kind: 'repriced'; was: number; now: number }
  | { kind: 'short'; left: number; was: number; now: number }

/**
 * What differs between the cart and the shop's quote, by product id. Lines that the quote does not cover are left out.
 * See docs/behaviour.md#cart-changes.
 */
export function lineChanges(cart: Cart, quote: Quote): Map<string, LineChange> {
  const changes = new Map<string, LineChange>()
  const priceNow = priceById(quote)
  for (const { id, price, quantity } of cart.items) {
    const now = priceNow.get(id)
    const left = leftOf(id, quote)
    if (left === 0) changes.set(id, { kind: 'sold-out' })
    else if (isGone(id, quote)) changes.set(id, { kind: 'gone' })
    else if (left !== undefined && left < quantity)
      changes.set(id, { kind: 'short', left, was: price, now: now ?? price })
    else if (now !== undefined && now !== price) changes.set(id, { kind: 'repriced', was: price, now })
  }
  return changes
}

/** The cart at today's prices, without what the shop no longer sells or has not got, and as many pieces as are left. */
export function acceptQuote(cart: Cart, quote: Quote): Cart {
  const priceNow = priceById(quote)
  return cartOfLines(
    cart.items
      .filter(({ id }) => !isGone(id, quote))
      .map((item) => ({
        ...item,
        price: priceNow.get(item.id) ?? item.price,
        quantity: Math.min(item.quantity, leftOf(item.id, quote) ?? item.quantity),
      })),
  )
}

/**
 * The quote for a browser whose own orders hold `held`, which stays in its cart until it is paid: to it those pieces are not
 * sold out. The sums stay as the shop gave them.
 */
export function withHeld(quote: Quote, held: readonly { productId: string; quantity: number }[]): Quote {
  const heldOf = (id: string) =>
    held.reduce((sum, { productId, quantity }) => (productId === id ? sum + quantity : sum), 0)
  const shortages = quote.shortages
    .map((shortage) => ({ ...shortage, left: shortage.left + heldOf(shortage.productId) }))
    .filter(({ left, asked }) => left < asked)
  const isSoldOut = (id: string) => leftOf(id, { ...quote, shortages }) === 0
  const wasSoldOut = (id: string) => leftOf(id, quote) === 0
  return { ...quote, shortages, unavailable: quote.unavailable.filter((id) => !wasSoldOut(id) || isSoldOut(id)) }
}

/** What the shop asks when the cart is delivered to `location`; every quote holds the totals of all. */
export function quoteFor(quote: Quote, location: DeliveryLocation): Quote {
  return { ...quote, deliveryLocation: location, ...quote.byLocation[location] }
}

/** What is left of the cart when `ordered` has been bought: only what another tab has added meanwhile. */
export function withoutOrdered(cart: Cart, ordered: readonly { productId: string; quantity: number }[]): Cart {
  return ordered.reduce((rest, { productId, quantity }) => {
    const line = rest.items.find((item) => item.id === productId)
    return line ? setQuantity(rest, productId, line.quantity - quantity) : rest
  }, cart)
}

/** Restores a removed line at its former position. */
export function restoreItem(cart: Cart, line: CartItem, position: number): Cart {
  const others = cart.items.filter((item) => item.id !== line.id)
  others.splice(position, 0, line)
  return cartOfLines(others)
}

/** The lines that a quote can be asked for: one id of another form would make the shop refuse the whole request. */
export function quotableItems(cart: Cart): QuoteInput['items'] {
  return cart.items.filter(({ id }) => isId(id)).map(({ id, quantity }) => ({ productId: id, quantity }))
}

/**
 * The quote of a cart of which the shop can be asked for nothing, so that its lines read as gone; null for every other cart.
 * `places` are those that the shop delivers to.
 */
export function quoteOfNothing(cart: Cart, places: readonly Pick<DeliveryPlace, 'id'>[]): Quote | null {
  if (cart.items.length === 0 || quotableItems(cart).length > 0) return null
  const free = { deliveryCharge: 0, total: 0 }
  const byLocation = Object.fromEntries(places.map(({ id }) => [id, free]))
  const unavailable = cart.items.map(({ id }) => id)
  return {
    items: [],
    unavailable,
    shortages: [],
    deliveryLocation: places[0]?.id ?? '',
    subtotal: 0,
    ...free,
    byLocation,
  }
}

/** How many pieces are left of what is short; undefined for everything else. */
const leftOf = (id: string, quote: Quote) => quote.shortages.find(({ productId }) => productId === id)?.left

function isGone(id: string, quote: Quote): boolean {
  return quote.unavailable.includes(id) || !isId(id)
}

function priceById(quote: Quote): Map<string, number> {
  return new Map(quote.items.map((item) => [item.productId, item.productPrice]))
}

function cartOfLines(lines: readonly CartItem[]): Cart {
  return lines.reduce((cart, { quantity, ...item }) => setQuantity(addToCart(cart, item), item.id, quantity), emptyCart)
}
