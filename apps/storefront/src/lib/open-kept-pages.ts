import { isUnanswered } from '@marashi/api-client/failure'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { reportSilence } from './report-silence.ts'

/** A little longer than the service worker waits: it has found the same by then, and gives what is kept without another wait. */
const silentAfterMs = 5_500

/**
 * Opens the kept document of an address whose data cannot be had without a connection, or from a network that answers
 * nothing; says so where none is kept. A page that was opened by its address brought its data along, so that the service worker
 * keeps them as that document alone, and a link inside the shop asks for them in vain. See docs/behaviour.md#offline.
 */
export function openKeptPages(router: AnyRouter, queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache()
  const isAsLoaded = watchFirstAddress(router)
  // The grid loads by itself, and reports what it cannot load. The keys of @trpc/react-query begin with the path of the procedure.
  const missing = () =>
    cache
      .findAll({ queryKey: [['catalogue', 'products']], type: 'active' })
      // What was asked for anew in vain is still shown.
      .filter(({ state }) => state.data === undefined)
  const hasFailed = () =>
    router.state.matches.some(({ error }) => isUnanswered(error)) ||
    missing().some(({ state }) => isUnanswered(state.error))
  const isWaiting = () =>
    router.state.status === 'pending' || missing().some(({ state }) => state.fetchStatus === 'fetching')

  const openWhereFailed = async () => {
    if (hasFailed() && !isAsLoaded()) await openKept(hasFailed, isAnswered)
  }
  let awaited = ''
  let stopWaiting = () => {}
  const look = () => {
    openWhereFailed().catch(() => undefined)
    const next = isWaiting() ? location.href : ''
    if (next === awaited) return
    stopWaiting()
    awaited = next
    if (next) stopWaiting = afterSilence(() => handleSilence(next))
  }
  const handleSilence = async (href: string) => {
    const isStillAwaited = () => awaited === href && isWaiting()
    if (!isAsLoaded() && !isOrder() && (await openKept(isStillAwaited, never))) return () => {}
    if (!isStillAwaited()) return () => {}
    return reportSilence(() => {
      awaited = ''
      // Its own promise would follow the call that no answer comes for.
      void queryClient.resetQueries({ predicate: ({ state }) => state.data === undefined })
      void router.invalidate()
      look()
    })
  }
  // The router is pending only after this event.
  router.subscribe('onBeforeLoad', () => queueMicrotask(look))
  router.subscribe('onResolved', look)
  cache.subscribe(({ type }) => {
    if (type === 'updated' || type === 'observerAdded') look()
  })
  look()
}

/** Calls back after the silence unless it is stopped before; stopped later, it calls what that has returned. */
function afterSilence(callBack: () => Promise<() => void>): () => void {
  let isStopped = false
  let takeBack = () => {}
  const timer = setTimeout(async () => {
    takeBack = await callBack().catch(() => () => {})
    if (isStopped) takeBack()
  }, silentAfterMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
    takeBack()
  }
}

/** Whether it loads the kept document of this address, which `isNeeded` must still say then. */
async function openKept(isNeeded: () => boolean, isAnswered: () => Promise<boolean>): Promise<boolean> {
  const { href, pathname, search } = location
  if (!navigator.serviceWorker?.controller) return false
  if (!(await caches.match(pathname + search, { ignoreVary: true })) || (await isAnswered())) return false
  if (location.href !== href || !isNeeded()) return false
  location.reload()
  return true
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

/** What is kept of an order stands in by itself, sooner than its document. */
const isOrder = () => location.pathname.startsWith('/order/')

/**
 * A document is asked of the network first: what a proxy answers for a shop that is away would stand in its place. A network that
 * is silent for as long as the service worker waits for a page answers nothing.
 */
const isAnswered = () =>
  fetch('/healthz', { signal: AbortSignal.timeout(silentAfterMs) }).then(
    () => true,
    () => false,
  )

const never = async () => false
