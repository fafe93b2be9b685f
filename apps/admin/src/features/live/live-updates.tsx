import { trpc } from '@marashi/api-client/trpc'
import type { ShopEvent } from '@marashi/domain/contracts/events'
import { useEffect, useRef } from 'react'
import { headlineOf } from '../../copy/live.ts'
import { isSoundOn, ringTwice } from '../../lib/notify/sound.ts'
import { showWhenFree } from './show-when-free.ts'
import { useLiveEvents } from './use-live-events.ts'

const GATHER_MS = 400
const titleCount = /^\(\d+\) /

/**
 * Keeps the open page in step with the shop: what changed is read again, in its place; what the owner waits for is shown,
 * counted in the window's title while nobody looks, and heard if the owner wants so. Draws nothing.
 */
export function LiveUpdates() {
  const { admin, catalogue } = trpc.useUtils()
  const gathered = useRef<ShopEvent[]>([])
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
    const headlines = events.map(headlineOf).filter((headline) => headline !== undefined)
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

/** The parts of the API whose answers an event changes. */
const areas = {
  order: ['orders', 'dashboard', 'payments'],
  payment: ['payments', 'dashboard', 'orders'],
  product: ['categories', 'dashboard'],
  stock: ['dashboard'],
  review: ['reviews', 'dashboard'],
  settings: ['settings'],
} as const

const isOfProduct = ({ type }: ShopEvent): boolean => /^(product|stock)\./.test(type)

const areasOf = (events: readonly ShopEvent[]) =>
  new Set(events.flatMap(({ type }) => areas[type.slice(0, type.indexOf('.')) as keyof typeof areas] ?? []))
