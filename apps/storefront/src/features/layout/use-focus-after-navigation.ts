import { focusHeading } from '@marashi/ui/focus-heading'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * After a change of page puts the focus on the new page's heading, so that a screen reader begins there. The scroll
 * position is the router's: top for a new page, as before for Back.
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
