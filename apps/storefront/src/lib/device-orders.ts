import { pageSecretForm } from '@marashi/domain/rules/order-page-address'
import { useSyncExternalStore } from 'react'
import { readText, saveText } from './browser-storage.ts'
import { keptForTabs } from './kept-for-tabs.ts'

/** An order that this browser has placed. The secret is the address of its page. */
export type DeviceOrder = {
  orderNumber: string
  secret: string
  /** When it was placed, in milliseconds since 1970. */
  at: number
  /** Whole shillings. */
  total: number
  /** Paid, or to be paid to the courier: the home page says so. */
  isReceived: boolean
  /** The shopper has closed the card on the home page. */
  isSeen: boolean
}

const storageKey = 'marashi-orders'
const mostKept = 50
/** The home page shows an order for so long. */
const shownForMs = 7 * 24 * 3_600_000
const none: readonly DeviceOrder[] = []

let unsaved: readonly DeviceOrder[] | null = null
let latest: { text: string | null; orders: readonly DeviceOrder[] } = { text: null, orders: none }
// Another tab may place an order.
const { notify, subscribe } = keptForTabs()

/** The orders of this browser, newest first; undefined on the server and during hydration, which do not know them. */
export const useDeviceOrders = (): readonly DeviceOrder[] | undefined =>
  useSyncExternalStore(subscribe, readOrders, () => undefined)

/** The secrets of the orders of this browser. */
export const deviceOrderSecrets = (): string[] => readOrders().map(({ secret }) => secret)

/** Whether this browser has placed the order, as far as it knows. */
export const wasPlacedHere = (orderNumber: string): boolean =>
  readOrders().some((order) => order.orderNumber === orderNumber)

/** The newest order that was received within the last week and not closed. */
export const receivedOrder = (orders: readonly DeviceOrder[], nowMs: number): DeviceOrder | undefined =>
  orders.find(({ isReceived, isSeen, at }) => isReceived && !isSeen && nowMs - at < shownForMs)

/** Keeps an order that was placed; one that is there already stays as it is. */
export function keepOrder(order: Pick<DeviceOrder, 'orderNumber' | 'secret' | 'total'>): void {
  const before = readOrders()
  if (before.some(({ secret }) => secret === order.secret)) return
  write([{ ...order, at: Date.now(), isReceived: false, isSeen: false }, ...before].slice(0, mostKept))
}

/** The order is paid, or will be paid to the courier. */
export const markReceived = (orderNumber: string): void => change(orderNumber, { isReceived: true })

export const markSeen = (orderNumber: string): void => change(orderNumber, { isSeen: true })

/** The orders themselves stay at the shop. */
export const clearOrders = (): void => write([])

function change(orderNumber: string, changes: Partial<DeviceOrder>): void {
  const before = readOrders()
  if (!before.some((order) => order.orderNumber === orderNumber)) return
  write(before.map((order) => (order.orderNumber === orderNumber ? { ...order, ...changes } : order)))
}

function write(orders: readonly DeviceOrder[]): void {
  unsaved = saveText(storageKey, JSON.stringify(orders)) ? null : orders
  notify()
}

function readOrders(): readonly DeviceOrder[] {
  if (unsaved) return unsaved
  const text = readText(storageKey)
  if (text !== latest.text) latest = { text, orders: parse(text) }
  return latest.orders
}

function parse(text: string | null): readonly DeviceOrder[] {
  try {
    const saved: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(saved) ? saved.filter(isDeviceOrder) : none
  } catch {
    return none
  }
}

function isDeviceOrder(saved: Partial<DeviceOrder> | null): saved is DeviceOrder {
  return (
    typeof saved?.orderNumber === 'string' &&
    pageSecretForm.test(String(saved.secret)) &&
    Number.isFinite(saved.at) &&
    Number.isFinite(saved.total)
  )
}
