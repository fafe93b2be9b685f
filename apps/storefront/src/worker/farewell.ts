import { ordersCache } from './kept.ts'
import type { WorkerScope } from './scope.ts'

/**
 * The worker of a shop that wants none: it takes the place of the other in every browser, forgets what that kept, and
 * leaves. See docs/behaviour.md#offline.
 */
const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => {
  event.waitUntil(worker.skipWaiting())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(leave())
})

async function leave(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name === ordersCache || name.startsWith('shop-')) await caches.delete(name)
  }
  await worker.registration.unregister()
}
