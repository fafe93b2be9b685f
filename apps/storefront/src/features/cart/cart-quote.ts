import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import type { Cart } from '@marashi/domain/rules/cart'
import type { DeliveryLocation, DeliveryPlace } from '@marashi/domain/rules/delivery-fee'
import { isId } from '@marashi/domain/rules/record-id'
import { isGone, leftOf, priceById } from './quoted-cart.ts'

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

/** What the shop asks when the cart is delivered to `location`; every quote holds the totals of all. */
export function quoteFor(quote: Quote, location: DeliveryLocation): Quote {
  return { ...quote, deliveryLocation: location, ...quote.byLocation[location] }
}

/** The lines that a quote can be asked for: one id of another form would make the shop refuse the whole request. */
export function quotableItems(cart: Cart): QuoteInput['items'] {
  return cart.items.filter(({ id }) => isId(id)).map(({ id, quantity }) => ({ productId: id, quantity }))
}

/**
 * The quote for a browser whose own order holds `held`, which stays in its cart until it is paid: to it those pieces are not
 * sold out. The sums stay as the shop gave them.
 */
export function withHeld(quote: Quote, held: readonly { productId: string; quantity: number }[]): Quote {
  const heldOf = (id: string) =>
    held.reduce((sum, { productId, quantity }) => (productId === id ? sum + quantity : sum), 0)
  const shortages = quote.shortages
    .map((shortage) => ({ ...shortage, left: shortage.left + heldOf(shortage.productId) }))
    .filter(({ left, asked }) => left < asked)
  const isGoneHere = (id: string) => leftOf(id, quote) === undefined || heldOf(id) === 0
  return { ...quote, shortages, unavailable: quote.unavailable.filter(isGoneHere) }
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
