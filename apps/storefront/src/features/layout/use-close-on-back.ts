import { useEffect } from 'react'

/** Closes an open menu or sheet on Back, because it belongs to the page that is left. */
export function useCloseOnBack(): void {
  useEffect(() => {
    addEventListener('popstate', closePopovers)
    return () => removeEventListener('popstate', closePopovers)
  }, [])
}

function closePopovers() {
  for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) popover.hidePopover?.()
}
