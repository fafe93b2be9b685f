import { answer, keepPage } from './answers.ts'
import { corePages } from './core-pages.ts'
import { cachesOf, dropOldVersions } from './kept.ts'
import { kindOf, kindOfPage } from './kinds.ts'
import { outdatedTabs } from './outdated-tabs.ts'
import type { Release, WorkerScope } from './scope.ts'

declare const release: Release

/** Only where data is not saved. */
const morePages = ['/orders']

/** The storefront's service worker. See docs/behaviour.md#offline. */
const worker = self as unknown as WorkerScope
const kept = cachesOf(release.version)
const outdated = outdatedTabs(worker.clients)

worker.addEventListener('install', (event) => {
  event.waitUntil(install().then(renewUnlessPaying))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

worker.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, worker.location.origin)
  if (kind) event.respondWith(answer(event, kind, kept, outdated.notify))
  // The browser has asked for the page already, whoever answers.
  else if (event.request.mode === 'navigate' && event.preloadResponse) {
    event.respondWith(event.preloadResponse.then((response) => response ?? fetch(event.request)))
  }
})

worker.addEventListener('message', (event) => {
  const { data, source } = event
  if (data === 'outdated' && source) outdated.answer(source)
  if (typeof data === 'string' && kindOfPage(new URL(data, worker.location.origin).pathname) === 'page') {
    event.waitUntil(keepPage(data, kept).catch(() => undefined))
  }
})

async function install(): Promise<void> {
  const core = await caches.open(kept.core)
  await core.addAll([...release.core, ...corePages.map(asOfNow)])
  if (worker.navigator.connection?.saveData) return
  await Promise.allSettled([...release.rest, ...morePages.map(asOfNow)].map((each) => core.add(each)))
}

const asOfNow = (path: string) => new Request(path, { cache: 'no-cache' })

async function activate(): Promise<void> {
  await dropOldVersions(release.version)
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/**
 * A new version takes over at once. While somebody pays, whose checkout holds this lock, it waits as browsers do: until the
 * last page of the shop is closed.
 */
async function renewUnlessPaying(): Promise<void> {
  // Not waited for: the worker is activated only when this event has ended, and would hold the lock until then.
  const renew = (lock: unknown) => void (lock && worker.skipWaiting())
  await worker.navigator.locks?.request('checkout', { ifAvailable: true }, renew)
}
