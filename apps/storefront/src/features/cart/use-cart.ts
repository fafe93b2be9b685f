import type { Quote } from '@marashi/domain/contracts/checkout'
import type { Cart, CartItem } from '@marashi/domain/rules/cart'
import { addToCart, emptyCart, removeFromCart, setQuantity } from '@marashi/domain/rules/cart'
import { useSyncExternalStore } from 'react'
import { type CartStore, createCartStore } from './cart-store.ts'
import { acceptQuote, restoreItem, withoutOrdered } from './quoted-cart.ts'

/**
 * The shopper's cart and its actions. On the server and during hydration it is empty, because only the browser knows
 * it. See docs/behaviour.md#cart-actions.
 */
export function useCart(): { cart: Cart } & typeof cartActions {
  const cart = useSyncExternalStore(subscribe, readCart, readServerCart)
  return { cart, ...cartActions }
}

/** What changes the cart of this browser, and reads it. */
export const cartActions = {
  read: () => readCart(),
  /** Adds one piece; false when the cart can hold no more of it. */
  add: (item: Omit<CartItem, 'quantity'>) => {
    const before = readCart().itemCount
    browserStore().change((cart) => addToCart(cart, item))
    return readCart().itemCount > before
  },
  removeItem: (id: string) => browserStore().change((cart) => removeFromCart(cart, id)),
  /** So many pieces more, or fewer; nothing where the cart has none. */
  step: (id: string, by: number) => browserStore().change((cart) => setQuantity(cart, id, by + quantityOf(cart, id))),
  /** Zero or less removes the line. */
  setQuantity: (id: string, quantity: number) => browserStore().change((cart) => setQuantity(cart, id, quantity)),
  /** Undoes a removal. */
  restoreItem: (line: CartItem, position: number) => browserStore().change((cart) => restoreItem(cart, line, position)),
  /** Accepts the shop's prices and removes what it no longer sells. */
  acceptQuote: (quote: Quote) => browserStore().change((cart) => acceptQuote(cart, quote)),
  /** Removes what has been ordered; what another tab added meanwhile stays. */
  clearOrdered: (ordered: readonly { productId: string; quantity: number }[]) =>
    browserStore().change((cart) => withoutOrdered(cart, ordered)),
}

/** How many pieces of this perfume are in the cart. */
export const quantityOf = (cart: Cart, id: string): number => cart.items.find((line) => line.id === id)?.quantity ?? 0

let store: CartStore | undefined

function browserStore(): CartStore {
  store ??= createCartStore()
  return store
}

const subscribe = (listener: () => void) => browserStore().subscribe(listener)
const readCart = () => browserStore().read()
const readServerCart = () => emptyCart
