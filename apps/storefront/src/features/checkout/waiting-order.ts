import type { PlaceOrder } from '@marashi/domain/contracts/checkout'

/** An order that is placed and waits for its money, as the browser remembers it. */
export type WaitingOrder = {
  orderId: string
  orderNumber: string
  amountShillings: number
  method: 'mpesa' | 'stripe'
  /** The phone that pays; empty for a card. */
  phone: string
  /** When the wait began, in milliseconds since 1970: a phone that slept wakes up with the right time. */
  startedAt: number
  /** False until the shop has been asked for a prompt, so that a page that died before asks when it is back. */
  isAsked: boolean
  /** What leaves the cart once it is paid. */
  items: Pick<PlaceOrder['items'][number], 'productId' | 'quantity'>[]
}

const storageKey = 'waiting-order'

/** Nobody asks M-Pesa any more about a payment that is older (facts of its queries: 24 hours). */
const keptForMs = 24 * 3_600_000

let unsaved: WaitingOrder | null = null

/** The order that waits, also after a reload or in another tab (decisions 23); null when there is none. */
export function readWaitingOrder(nowMs = Date.now()): WaitingOrder | null {
  const order = unsaved ?? parse(readText())
  return order && nowMs - order.startedAt < keptForMs ? order : null
}

/** Remembers the order, if need be only until this page is left. */
export function keepWaitingOrder(order: WaitingOrder): void {
  unsaved = null
  try {
    localStorage.setItem(storageKey, JSON.stringify(order))
  } catch {
    unsaved = order
  }
}

/** Forgets the order; one that another tab put in its place stays. */
export function forgetWaitingOrder(orderId: string): void {
  if (readWaitingOrder()?.orderId !== orderId) return
  unsaved = null
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}

function readText(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function parse(text: string | null): WaitingOrder | null {
  try {
    const saved: unknown = JSON.parse(text ?? 'null')
    return isWaitingOrder(saved) ? saved : null
  } catch {
    return null
  }
}

function isWaitingOrder(saved: unknown): saved is WaitingOrder {
  if (typeof saved !== 'object' || saved === null) return false
  const { orderId, orderNumber, amountShillings, method, phone, startedAt, items } = saved as Partial<WaitingOrder>
  return (
    [orderId, orderNumber, phone].every((text) => typeof text === 'string') &&
    [amountShillings, startedAt].every(Number.isFinite) &&
    (method === 'mpesa' || method === 'stripe') &&
    Array.isArray(items) &&
    items.every((item) => typeof item?.productId === 'string' && Number.isInteger(item.quantity))
  )
}
