import { loadToasts } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useFetchAhead } from '../../lib/use-fetch-ahead.ts'

/**
 * Fetches what most shoppers see next, the first message, the product page and the shop, and then the code of every
 * other page: cart and checkout are there when the connection is not.
 */
export function useLikelyPages(): void {
  const router = useRouter()
  // One after the other: what arrives together runs together, and holds up a slow phone.
  useFetchAhead(async ({ isFast }) => {
    await loadToasts()
    await router.loadRouteChunk(router.routesById['/product/$id'])
    if (isFast) await router.preloadRoute({ to: '/shop' })
    for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route)
  })
}
