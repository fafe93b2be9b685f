import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart, CartItem } from '@marashi/domain/rules/cart'
import { addToCart, emptyCart, setQuantity } from '@marashi/domain/rules/cart'
import { isId } from '@marashi/domain/rules/record-id'

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

/** How many pieces are left of what is short; undefined for everything else. */
export const leftOf = (id: string, quote: Quote) => quote.shortages.find(({ productId }) => productId === id)?.left

/** Whether the shop does not sell this product, or not any more; an id of another form is none of its own. */
export function isGone(id: string, quote: Quote): boolean {
  return quote.unavailable.includes(id) || !isId(id)
}

/** Today's price in whole shillings of each product that can be ordered. */
export function priceById(quote: Quote): Map<string, number> {
  return new Map(quote.items.map((item) => [item.productId, item.productPrice]))
}

function cartOfLines(lines: readonly CartItem[]): Cart {
  return lines.reduce((cart, { quantity, ...item }) => setQuantity(addToCart(cart, item), item.id, quantity), emptyCart)
}
