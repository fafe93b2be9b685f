import { loadToasts } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Fetches what most shoppers see next, the shop, the product page and the first message, once this page has nothing
 * else to do. Not for those who save data or are on a slow connection.
 */
export function useLikelyPages(): void {
  const router = useRouter()
  useEffect(() => {
    const connection = (navigator as Navigator & { connection?: { saveData: boolean; effectiveType: string } })
      .connection
    if (connection && (connection.saveData || connection.effectiveType !== '4g')) return
    // One after the other: what arrives together runs together, and holds up a slow phone.
    const timer = setTimeout(async () => {
      await loadToasts()
      await router.loadRouteChunk(router.routesById['/product/$id'])
      await router.preloadRoute({ to: '/shop' })
    }, 2000)
    return () => clearTimeout(timer)
  }, [router])
}
