import { focusHeading } from '@marashi/ui/focus-heading'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * After a navigation moves the focus to the new page's heading, so that a screen reader starts there. The router sets
 * the scroll position: the top for a new page, the former one after Back.
 */
export function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
      focusHeading({ preventScroll: true })
    })
    return () => unsubscribe()
  }, [router])
}
