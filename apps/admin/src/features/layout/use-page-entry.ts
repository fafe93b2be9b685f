import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shopName } from '../../lib/shop-name.ts'

/** Names the window after the page, and after a change of page puts the focus on its heading for screen readers. */
export function usePageEntry(): void {
  const router = useRouter()
  useEffect(() => {
    nameWindow()
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      nameWindow()
      if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
      const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
    })
    return () => unsubscribe()

    function nameWindow() {
      const title = router.state.matches.at(-1)?.staticData.title
      document.title = [title, shopName()].filter(Boolean).join(' | ')
    }
  }, [router])
}
