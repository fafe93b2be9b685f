import type { Cart } from '@marashi/domain/rules/cart'
import { emptyCart, parseSavedCart, serialiseCart } from '@marashi/domain/rules/cart'
import { readText, saveText } from '../../lib/browser-storage.ts'

/** The key in local storage; its value is a JSON list of items. */
export const cartStorageKey = 'cart'

export interface CartStore {
  /** The cart as it is now; the same object until it changes. */
  read: () => Cart
  /** Applies a rule to the cart that is saved now, saves the result and calls the listeners. */
  change: (rule: (cart: Cart) => Cart) => void
  /** Calls back after every change, also one made in another tab; returns the function that stops it. */
  subscribe: (listener: () => void) => () => void
}

/**
 * The cart of one browser. A saved cart that cannot be read is ignored and logged. A browser that refuses to store
 * anything still has a cart until the page is left. See docs/behaviour.md#cart-actions.
 */
export function createCartStore(): CartStore {
  const listeners = new Set<() => void>()
  let savedText: string | null = null
  let cart = emptyCart

  function refresh() {
    const text = readText(cartStorageKey)
    if (text === savedText) return
    savedText = text
    cart = parseOrWarn(text)
  }

  function readOtherTabs(event: StorageEvent | PageTransitionEvent) {
    // A page that returns from the back/forward cache received no storage events meanwhile.
    if (event instanceof StorageEvent && event.key !== cartStorageKey && event.key !== null) return
    const before = cart
    refresh()
    if (cart !== before) for (const listener of listeners) listener()
  }

  refresh()

  return {
    read: () => cart,
    change(rule) {
      // Another tab may have written a moment ago, before its storage event reaches this one.
      refresh()
      const next = rule(cart)
      if (next === cart) return
      cart = next
      const text = serialiseCart(next)
      if (saveText(cartStorageKey, text)) savedText = text
      else console.warn('The cart could not be saved; it lasts until this page is left.')
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        addEventListener('storage', readOtherTabs)
        addEventListener('pageshow', readOtherTabs)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        removeEventListener('storage', readOtherTabs)
        removeEventListener('pageshow', readOtherTabs)
      }
    },
  }
}

function parseOrWarn(text: string | null): Cart {
  const saved = parseSavedCart(text)
  if (!saved && text !== null) console.warn('The saved cart could not be read and is ignored.')
  return saved ?? emptyCart
}
