import { useSyncExternalStore } from 'react'

/** From here on a table has room for all its columns beside the navigation. */
const wide = '(min-width: 72rem)'

/** Whether the window is as wide as a desktop's. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches)
}

function subscribe(listener: () => void) {
  const media = window.matchMedia(wide)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
