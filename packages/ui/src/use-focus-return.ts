import { useRef } from 'react'

/**
 * Remembers who had the focus when a dialog opened. When that element is gone by the time the dialog closes, a deleted
 * row for example, the page's heading takes the focus, so that a keyboard does not start again at the top.
 */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      if (opener.current?.isConnected && opener.current !== document.body) return
      event.preventDefault()
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus()
    },
  }
}
