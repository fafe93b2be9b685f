import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus near the bar of the selected orders when a button of it goes, or the bar itself: the box for all of them takes
 * it. `all` is the reference to that box, `bar` is spread over the bar.
 */
export function useBarFocus() {
  const all = useRef<HTMLInputElement>(null)
  const held = useRef<Element>(undefined)

  useLayoutEffect(() => {
    if (!held.current || held.current.isConnected) return
    held.current = undefined
    if (document.activeElement === document.body) all.current?.focus()
  })

  return {
    all,
    bar: {
      onFocus({ target }: { target: Element }) {
        held.current = target
      },
      // React does not call this for an element that is removed.
      onBlur() {
        held.current = undefined
      },
    },
  }
}
