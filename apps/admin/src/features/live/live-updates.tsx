import { trpc } from '@marashi/api-client/trpc'
import type { ShopEvent } from '@marashi/domain/contracts/events'
import { useEffect, useRef } from 'react'
import { headlineOf } from '../../copy/live.ts'
import { isSoundOn, ringTwice } from '../../lib/notify/sound.ts'
import { showWhenFree } from './show-when-free.ts'
import { type LiveChange, useLiveEvents } from './use-live-events.ts'

const GATHER_MS = 400
const titleCount = /^\(\d+\) /

/**
 * Keeps the open page in step with the shop: what changed is read again, in its place; what the owner waits for is shown,
 * counted in the window's title while nobody looks, and heard if the owner wants so. Draws nothing.
 */
export function LiveUpdates() {
  const { admin, catalogue } = trpc.useUtils()
  const gathered = useRef<LiveChange[]>([])
  const unseen = useRef(0)

  useEffect(() => {
    const seen = () => {
      if (document.hidden) return
      unseen.current = 0
      document.title = document.title.replace(titleCount, '')
    }
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [])

  function showGathered() {
    const events = gathered.current.splice(0)
    for (const area of areasOf(events)) void admin[area].invalidate()
    if (events.some(({ type }) => type === 'settings.changed')) void catalogue.shop.invalidate()
    const products = new Set(events.filter(isOfProduct).map(({ subject }) => subject))
    if (products.size > 0) void Promise.all([catalogue.products.invalidate(), admin.stock.low.invalidate()])
    // Each card asks for its own: a busy shop would otherwise read those of the whole page with every order.
    for (const id of products) void admin.stock.product.invalidate({ id })
    const headlines = events
      .map((event) => (event.type === 'money.undecided' ? undefined : headlineOf(event)))
      .filter((headline) => headline !== undefined)
    if (headlines.length === 0) return
    showWhenFree(headlines)
    if (isSoundOn()) ringTwice()
    if (!document.hidden) return
    unseen.current += headlines.length
    document.title = `(${unseen.current}) ${document.title.replace(titleCount, '')}`
  }

  useLiveEvents((event) => {
    if (gathered.current.push(event) === 1) setTimeout(showGathered, GATHER_MS)
  })
  return null
}

/** What the page Cash-up shows: every order and every payment may change it. */
const money = ['receiptClaims', 'transactions', 'cashUp'] as const

/** The parts of the API whose answers a change of the shop changes, by the first word of its type. */
const areas = {
  order: ['orders', 'customers', 'dashboard', 'payments', 'refunds', ...money],
  payment: ['payments', 'refunds', 'dashboard', 'orders', ...money],
  product: ['categories', 'dashboard'],
  stock: ['dashboard'],
  review: ['reviews', 'dashboard'],
  settings: ['settings'],
  money: ['orders', 'dashboard', ...money],
} as const

const isOfProduct = (change: LiveChange): change is ShopEvent => /^(product|stock)\./.test(change.type)

const areasOf = (events: readonly LiveChange[]) =>
  new Set(events.flatMap(({ type }) => areas[type.slice(0, type.indexOf('.')) as keyof typeof areas] ?? []))
