import { loadToasts } from '@marashi/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFetchAhead } from '../../lib/use-fetch-ahead.ts'

const afterLikelyPagesMs = 4_000

/**
 * Loads ahead what most shoppers see next: toasts, the product page, the shop and the cart. Then the service worker keeps the
 * code of every page, which is only fetched for it: run here, zod alone would hold a slow phone up for a tenth of a second.
 */
export function useLikelyPages(): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  useFetchAhead(({ isFast }) => [
    loadToasts,
    () => router.loadRouteChunk(router.routesById['/product/$id']),
    () => router.loadRouteChunk(router.routesById['/shop']),
    ...(isFast ? [() => router.preloadRoute({ to: '/shop' })] : []),
    () => router.loadRouteChunk(router.routesById['/cart']),
  ])
  // After those, so that the worker finds what it keeps among what the browser has loaded.
  useEffect(() => {
    const timer = setTimeout(() => {
      import('../../lib/keep-offline.ts')
        .then(({ keepOffline }) => keepOffline(router, queryClient))
        .catch(() => undefined)
    }, afterLikelyPagesMs)
    return () => clearTimeout(timer)
  }, [router, queryClient])
}
