import { focusHeading } from '@marashi/ui/focus-heading'
import { dismissErrors } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shopName } from '../../lib/shop-name.ts'

/**
 * Sets the title of the window, and after a change of page moves the focus to its heading for screen readers. It also
 * dismisses error messages of the page before, which would look like errors of the new page.
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
