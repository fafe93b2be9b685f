import { focusHeading } from '@marashi/ui/focus-heading'
import { dismissErrors } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shopName } from '../../lib/shop-name.ts'

/**
 * Names the window after the page, and after a change of page puts the focus on its heading for screen readers. An error
 * of the page before goes with it: over the next one it would be read as that page's.
 */
export function usePageEntry(): void {
  const router = useRouter()
  useEffect(() => {
    nameWindow()
    const leave = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) dismissErrors()
    })
    const enter = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      nameWindow()
      if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
      focusHeading({ preventScroll: true })
    })
    return () => {
      leave()
      enter()
    }

    function nameWindow() {
      const title = router.state.matches.at(-1)?.staticData.title
      document.title = [title, shopName()].filter(Boolean).join(' | ')
    }
  }, [router])
}
