/** A cart holds each perfume once with its quantity, and its total is always the sum of its lines. */

import { lineTotal, maxShillings } from './money.ts'

/** See docs/behaviour.md#limits. */
export const maxQuantity = 99
export const maxCartLines = 50

/** One line of the cart; `price` is whole shillings for one piece. */
export type CartItem = { id: string; name: string; price: number; image: string; quantity: number; category: string }

/** `total` is whole shillings, `itemCount` pieces. Carts are never changed in place. */
export type Cart = { items: CartItem[]; total: number; itemCount: number }

export const emptyCart: Cart = { items: [], total: 0, itemCount: 0 }

/** Adds one piece: a perfume in the cart gains 1, up to 99; a 51st line is not added. */
export function addToCart(cart: Cart, item: Omit<CartItem, 'quantity'>): Cart {
  const present = cart.items.find((line) => line.id === item.id)
  if (present) return setQuantity(cart, item.id, present.quantity + 1)
  if (cart.items.length >= maxCartLines) return cart
  return cartOf([...cart.items, { ...item, quantity: 1 }])
}

export function removeFromCart(cart: Cart, id: string): Cart {
  return cartOf(cart.items.filter((line) => line.id !== id))
}

/** 0 or less removes the line, above 99 becomes 99, a fraction is cut off; NaN changes nothing. */
export function setQuantity(cart: Cart, id: string, quantity: number): Cart {
  if (Number.isNaN(quantity)) return cart
  const wanted = Math.min(Math.trunc(quantity), maxQuantity)
  if (wanted <= 0) return removeFromCart(cart, id)
  return cartOf(cart.items.map((line) => (line.id === id ? { ...line, quantity: wanted } : line)))
}

/** The cart as the browser saves it: a JSON list of items. */
export function serialiseCart(cart: Cart): string {
  return JSON.stringify(cart.items)
}

/**
 * Parses a saved cart. Null when there is none or when any part of it is invalid: a corrupt cart is ignored whole.
 * Lines of one product are merged. See docs/behaviour.md#cart-actions.
 */
export function parseSavedCart(text: string | null): Cart | null {
  const saved = listIn(text)
  if (!saved?.every(isCartItem)) return null
  const lines = new Map<string, CartItem>()
  for (const { id, name, price, image, quantity, category } of saved) {
    const sum = Math.min(quantity + (lines.get(id)?.quantity ?? 0), maxQuantity)
    lines.set(id, { id, name, price, image, quantity: sum, category })
  }
  return lines.size > maxCartLines ? null : cartOf([...lines.values()])
}

function cartOf(items: CartItem[]): Cart {
  return {
    items,
    total: items.reduce((sum, line) => sum + lineTotal(line), 0),
    itemCount: items.reduce((count, line) => count + line.quantity, 0),
  }
}

function listIn(text: string | null): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null')
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false
  const line = value as Record<string, unknown>
  return (
    typeof line.id === 'string' &&
    line.id !== '' &&
    typeof line.name === 'string' &&
    typeof line.image === 'string' &&
    typeof line.category === 'string' &&
    isWholeBetween(line.price, 0, maxShillings) &&
    isWholeBetween(line.quantity, 1, maxQuantity)
  )
}

function isWholeBetween(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}
