/** The caches of one version of the shop, those of the version before, and two that every version shares. */
export interface Kept {
  core: string
  pages: string
  data: string
}

export const picturesCache = 'shop-pictures'
/** Only this device's orders; emptied by nobody but the browser. */
export const ordersCache = 'orders'

export const cachesOf = (version: string): Kept => ({
  core: `shop-${version}-core`,
  pages: `shop-${version}-pages`,
  data: `shop-${version}-data`,
})

// What a response varies by is its compression, which a kept one has no more.
const loosely = { ignoreVary: true }

/** The kept response: of the newest version that has one, because the versions before may name files that are gone. */
export async function find(request: Request | string, first: readonly string[]): Promise<Response | undefined> {
  for (const name of first) {
    const found = await (await caches.open(name)).match(request, loosely)
    if (found) return found
  }
  return caches.match(request, loosely)
}

/**
 * Keeps a response as the newest of at most `most`; false where it could not. One that breaks off, or that a full device has
 * no room for, leaves what was kept before, and the page works all the same.
 */
export async function keep(
  name: string,
  request: Request | string,
  response: Response,
  most: number,
): Promise<boolean> {
  try {
    // To its end: until then the network may go, and what is kept is all that there is.
    await response.clone().blob()
    const cache = await caches.open(name)
    await replace(cache, request, response)
    const all = await cache.keys()
    for (const old of all.slice(0, Math.max(0, all.length - most))) await cache.delete(old)
    return true
  } catch {
    return false
  }
}

/** Deletes first, so that no browser leaves the new response at the old one’s place in the order. */
async function replace(cache: Cache, request: Request | string, response: Response): Promise<void> {
  const before = await cache.match(request, loosely)
  await cache.delete(request, loosely)
  try {
    await cache.put(request, response)
  } catch (error) {
    if (before) await cache.put(request, before)
    throw error
  }
}

/**
 * Removes what the shop has answered about an order before its page was loaded again: such an answer would stand in for a
 * newer page, and say of an order that is paid that it is still to be paid.
 */
export async function dropOrderAnswers(page: string): Promise<void> {
  const secret = new URL(page).pathname.split('/').at(-1) ?? ''
  try {
    const cache = await caches.open(ordersCache)
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url)
      if (pathname.startsWith('/trpc/') && search.includes(secret)) await cache.delete(url, loosely)
    }
  } catch {}
}

/**
 * Removes what versions before the last one kept. A tab that was opened under the last version still finds its code here,
 * when the server no longer has it.
 */
export async function dropOldVersions(current: string): Promise<void> {
  const names = await caches.keys()
  const versionOf = (name: string) => /^shop-(.+)-(core|pages|data)$/.exec(name)?.[1]
  const before = names.map(versionOf).filter((version) => version !== undefined && version !== current)
  const stay = [current, before.at(-1)]
  for (const name of names) {
    const version = versionOf(name)
    if (version && !stay.includes(version)) await caches.delete(name)
  }
}
