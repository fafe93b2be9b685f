import { useEffect } from 'react'

/** Back changes the page under an open menu or sheet, which belongs to the page before. */
export function useCloseOnBack(): void {
  useEffect(() => {
    addEventListener('popstate', closePopovers)
    return () => removeEventListener('popstate', closePopovers)
  }, [])
}

function closePopovers() {
  for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) popover.hidePopover?.()
}
