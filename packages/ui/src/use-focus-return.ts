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
      const { current: element } = opener
      // Safari gives a pressed button no focus: the page has it, which is not scrolled to its top.
      const preventScroll = element === document.body || element?.localName === 'main'
      if (element !== document.body) element?.focus({ preventScroll })
      // The element may be gone, or hidden in a closed menu.
      if (element !== document.body && document.activeElement === element) return
      focusHeading({ preventScroll })
    },
  }
}
