import { loadToasts } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFetchAhead } from '../../lib/use-fetch-ahead.ts'

const afterLikelyPagesMs = 4_000

/**
 * Loads ahead what most shoppers see next, which are toasts, the product page and the shop, and then the code of every
 * other page, so that cart and checkout also open without a connection; then lets the service worker keep them.
 */
export function useLikelyPages(): void {
  const router = useRouter()
  useFetchAhead(({ isFast }) => [
    loadToasts,
    () => router.loadRouteChunk(router.routesById['/product/$id']),
    () => router.loadRouteChunk(router.routesById['/shop']),
    ...(isFast ? [() => router.preloadRoute({ to: '/shop' })] : []),
    ...Object.values(router.routesById).map((route) => () => router.loadRouteChunk(route)),
  ])
  // After those, so that the worker finds what it keeps among what the browser has loaded.
  useEffect(() => {
    const timer = setTimeout(() => {
      import('../../lib/keep-offline.ts').then(({ keepOffline }) => keepOffline(router)).catch(() => undefined)
    }, afterLikelyPagesMs)
    return () => clearTimeout(timer)
  }, [router])
}
