import { useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

/**
 * Remembers who had the focus when a dialog opened and gives it back; our dialogs have no trigger that Radix would know
 * of. When that element is gone, a deleted row's for example, the page's heading takes the focus.
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
      // Not so where it is gone, or in a menu that has closed.
      if (opener.current !== document.body && document.activeElement === opener.current) return
      focusHeading()
    },
  }
}
