import { useSyncExternalStore } from 'react'

/** A perfume's heart. It lasts until the page is left: favourites are the browser's alone (specification §2, §3). */
export function useFavourite(productId: string): { isFavourite: boolean; toggle: () => void } {
  const isFavourite = useSyncExternalStore(
    subscribe,
    () => favourites.has(productId),
    () => false,
  )
  return { isFavourite, toggle: () => toggle(productId) }
}

const favourites = new Set<string>()
const listeners = new Set<() => void>()

function toggle(productId: string) {
  if (!favourites.delete(productId)) favourites.add(productId)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
