import type { PlaceOrder } from '@marashi/domain/contracts/checkout'
import type { PaymentState } from '@marashi/domain/contracts/orders'
import { useSyncExternalStore } from 'react'
import { readText, saveText } from '../../../lib/browser-storage.ts'
import { keptForTabs } from '../../../lib/kept-for-tabs.ts'

/** A placed order that is not paid yet, as the browser saves it. */
export type PendingPayment = {
  orderId: string
  orderNumber: string
  amountShillings: number
  method: 'mpesa' | 'stripe'
  /** The phone that pays; empty for a card. */
  phone: string
  /** When the wait began, in milliseconds since 1970, so that it is right after a phone was asleep. */
  startedAt: number
  /** False until the shop has been asked for a prompt, so that a page that was closed before asks when it is soon back. */
  isAsked: boolean
  /** The shop has refused the first prompt for certain: only the shopper asks again, who may be paying the Till meanwhile. */
  isRefused?: boolean | undefined
  /** True from the moment a card is charged until it is certain that it was not. */
  isCharging?: boolean | undefined
  /** What leaves the cart once it is paid. */
  items: Pick<PlaceOrder['items'][number], 'productId' | 'quantity'>[]
  /** Another order, which waited here when this one was opened by its link; see `putPendingPaymentFirst`. */
  behind?: PendingPayment | undefined
}

/** A payment that is no longer pending, for the page that is open when the shop reports it. */
export type ConcludedOrder = {
  orderNumber: string
  state: Exclude<PaymentState, 'unpaid'>
  receipt: string | null
}

/** Browsers have saved payments under this name, and another name would lose those. */
const storageKey = 'waiting-order'

let unsaved: PendingPayment | null = null
let concluded: ConcludedOrder | null = null
let latest: { text: string | null; order: PendingPayment | null } = { text: null, order: null }
// Another tab may place, pay or leave an order.
const { notify, subscribe } = keptForTabs()

/** The pending payment, also after a reload or in another tab; null when there is none. */
export function readPendingPayment(): PendingPayment | null {
  if (unsaved) return unsaved
  const text = readText(storageKey)
  if (text !== latest.text) latest = { text, order: parse(text) }
  return latest.order
}

/** The same as a hook; null on the server and during hydration. */
export const usePendingPayment = (): PendingPayment | null =>
  useSyncExternalStore(subscribe, readPendingPayment, () => null)

/** How the last pending payment ended, until the next one is saved or `clearConcludedOrder` is called. */
export const useConcludedOrder = (): ConcludedOrder | null =>
  useSyncExternalStore(
    subscribe,
    () => concluded,
    () => null,
  )

/** Saves the order; in a browser without storage until this page is left. */
export function savePendingPayment(order: PendingPayment): void {
  unsaved = saveText(storageKey, JSON.stringify(order)) ? null : order
  concluded = null
  notify()
}

/**
 * Removes the order, unless another tab has saved another one. `outcome` is what the open page may still show of it.
 */
export function clearPendingPayment(orderId: string, outcome: ConcludedOrder | null = null): void {
  if (readPendingPayment()?.orderId !== orderId) return
  unsaved = null
  concluded = outcome
  saveText(storageKey, null)
  notify()
}

export function clearConcludedOrder(): void {
  if (!concluded) return
  concluded = null
  notify()
}

function parse(text: string | null): PendingPayment | null {
  try {
    const saved: unknown = JSON.parse(text ?? 'null')
    if (!isPendingPayment(saved)) return null
    // Where the phone's clock was put back since, it would have begun in the future.
    return { ...saved, startedAt: Math.min(saved.startedAt, Date.now()) }
  } catch {
    return null
  }
}

function isPendingPayment(saved: unknown): saved is PendingPayment {
  if (typeof saved !== 'object' || saved === null) return false
  const { orderId, orderNumber, amountShillings, method, phone, startedAt, items } = saved as Partial<PendingPayment>
  return (
    [orderId, orderNumber, phone].every((text) => typeof text === 'string') &&
    [amountShillings, startedAt].every(Number.isFinite) &&
    (method === 'mpesa' || method === 'stripe') &&
    Array.isArray(items) &&
    items.every((item) => typeof item?.productId === 'string' && Number.isInteger(item.quantity))
  )
}
