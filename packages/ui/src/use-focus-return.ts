import { useRef } from 'react'

/**
 * Remembers who had the focus when a dialog opened and gives it back; our dialogs have no trigger that Radix would know
 * of. When that element is gone, a deleted row's for example, the page's heading takes the focus, so that a keyboard does
 * not start again at the top.
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
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus()
    },
  }
}
