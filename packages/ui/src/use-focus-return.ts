import { useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

/**
 * Returns the focus to the element that had it when a dialog opened, because our dialogs have no trigger that Radix
 * knows. When that element is gone, for example with a deleted row, the page's heading gets the focus.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement as HTMLElement | null
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (opener.current !== document.body) opener.current?.focus()
      // The element may be gone, or hidden in a closed menu.
      if (opener.current !== document.body && document.activeElement === opener.current) return
      focusHeading()
    },
  }
}
