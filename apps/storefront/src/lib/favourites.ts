import { useSyncExternalStore } from 'react'
import { readRecord, saveRecord } from './session-record.ts'

const storageKey = 'favourites'

/** A perfume's heart. It is the browser's alone, lasts as long as the visit, and the shop never hears of it. */
export function useFavourite(productId: string): { isFavourite: boolean; toggle: () => void } {
  const isFavourite = useSyncExternalStore(
    subscribe,
    () => productId in read(),
    () => false,
  )
  return { isFavourite, toggle: () => toggle(productId) }
}

let favourites: Record<string, unknown> | undefined
const listeners = new Set<() => void>()

/** Read late: the server has no visit. */
const read = () => (favourites ??= readRecord(storageKey))

function toggle(productId: string) {
  const { [productId]: wasFavourite, ...others } = read()
  favourites = wasFavourite ? others : { ...others, [productId]: true }
  saveRecord(storageKey, favourites)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
