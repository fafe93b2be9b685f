import { useSyncExternalStore } from 'react'
import { readRecord, saveRecord } from './session-record.ts'

const storageKey = 'favourites'

/** Whether a product is a favourite. Kept in the browser for this visit. See docs/behaviour.md#favourites. */
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

/** Read on first use, because the server has no session storage. */
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
