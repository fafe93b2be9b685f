import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The paths of everything that the service worker has kept. */
export function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

/** Resolves when the worker answers this page's requests and has kept this page, or the code of these names. */
export async function untilKept(page: Page, ...wanted: (string | RegExp)[]): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  for (const path of wanted) {
    const isKept = (kept: string) => (typeof path === 'string' ? kept === path : path.test(kept))
    await expect.poll(async () => (await keptPaths(page)).some(isKept), { message: `kept: ${path}` }).toBe(true)
  }
}
