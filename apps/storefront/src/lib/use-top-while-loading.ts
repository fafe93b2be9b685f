import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/**
 * Shows what stands in for a page that loads from its top, because whoever came from far down a list would look at the foot
 * of it. Whoever goes back before the page is there finds the list where it was left.
 */
export function useTopWhileLoading(): void {
  const router = useRouter()
  const left = router.state.resolvedLocation?.state.__TSR_key ?? ''
  // Noted when the link was followed; the router notes anew, when that is left, where the loading page was.
  const place = useElementScrollRestoration({ getElement: () => window, getKey: () => left })

  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    const stop = router.subscribe('onRendered', ({ toLocation }) => {
      stop()
      if (place && toLocation.state.__TSR_key === left) scrollTo({ top: place.scrollY, behavior: 'instant' })
    })
  }, [])
}
