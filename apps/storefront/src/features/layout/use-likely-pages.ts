import { loadToasts } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useFetchAhead } from '../../lib/use-fetch-ahead.ts'

/**
 * Loads ahead what most shoppers see next, which are toasts, the product page and the shop, and then the code of every
 * other page, so that cart and checkout also open without a connection.
 */
export function useLikelyPages(): void {
  const router = useRouter()
  // One after the other, because code that arrives together runs together and blocks a slow phone.
  useFetchAhead(async ({ isFast }) => {
    await loadToasts()
    await router.loadRouteChunk(router.routesById['/product/$id'])
    if (isFast) await router.preloadRoute({ to: '/shop' })
    for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route)
  })
}
