import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { openKeptPages } from './open-kept-pages.ts'
import { renewCatalogue } from './renew-catalogue.ts'

/**
 * Registers the service worker and says which pages are opened inside the shop, so that they also open without a
 * connection, and opens them then; asks anew for what the worker had an old copy of. See docs/behaviour.md#offline.
 */
export async function keepOffline(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData: boolean } }
  openKeptPages(router, queryClient)
  if (!serviceWorker) return
  // Null where a browser or an extension blocks workers without saying so.
  const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register('/sw.js')
  if (!registration) return
  // On a slow line the worker gives its copy, and says when another page or answer has come after it; also what came before now.
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'outdated') void renewCatalogue(queryClient)
  })
  serviceWorker.controller?.postMessage('outdated')
  const notify = () => {
    if (!connection?.saveData) registration.active?.postMessage(router.state.location.href)
  }
  await serviceWorker.ready
  notify()
  router.subscribe('onResolved', notify)
}
