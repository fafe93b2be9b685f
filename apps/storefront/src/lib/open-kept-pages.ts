import { isUnanswered } from '@marashi/api-client/failure'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

const silentAfterMs = 5_000

/**
 * Opens the kept document of an address whose data cannot be had without a connection. A page that was opened by its
 * address brought its data along, so that the service worker keeps them as that document alone, and a link inside the shop
 * asks for them in vain. See docs/behaviour.md#offline.
 */
export function openKeptPages(router: AnyRouter, queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache()
  const hasFailed = () =>
    router.state.matches.some(({ error }) => isUnanswered(error)) ||
    // The grid reports by itself what it cannot load. The keys of @trpc/react-query begin with the path of the procedure.
    cache
      .findAll({ queryKey: [['catalogue', 'products']], type: 'active' })
      // What was asked for anew in vain is still shown.
      .some(({ state }) => state.data === undefined && isUnanswered(state.error))
  const isAsLoaded = watchFirstAddress(router)
  const openWhereFailed = () => {
    if (hasFailed() && !isAsLoaded()) openKept(hasFailed).catch(() => undefined)
  }
  router.subscribe('onResolved', openWhereFailed)
  cache.subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status === 'error') openWhereFailed()
  })
  openWhereFailed()
}

async function openKept(hasFailed: () => boolean): Promise<void> {
  const { href, pathname, search } = location
  if (!navigator.serviceWorker.controller) return
  if (!(await caches.match(pathname + search, { ignoreVary: true })) || (await isAnswered())) return
  if (location.href === href && hasFailed()) location.reload()
}

/**
 * Returns whether the tab still shows the address that its document was loaded for: the kept document is that one, and loaded again
 * for what it lacks it would be so for ever.
 */
function watchFirstAddress(router: AnyRouter): () => boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  let hasLeft = navigation?.name.split('#')[0] !== location.href.split('#')[0]
  router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
    hasLeft ||= hrefChanged
  })
  return () => !hasLeft
}

/**
 * A document is asked of the network first: what a proxy answers for a shop that is away would stand in its place. A network that
 * is silent for as long as the service worker waits for a page answers nothing.
 */
const isAnswered = () =>
  fetch('/healthz', { signal: AbortSignal.timeout(silentAfterMs) }).then(
    () => true,
    () => false,
  )
