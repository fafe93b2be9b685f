import { adminHeader } from '@marashi/domain/rules/admin-header'
import { parseCatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { parseSearch, stringifySearch } from '@marashi/domain/rules/page-address'

/** What the service worker does with a request. */
export type Kind = 'page' | 'offlinePage' | 'order' | 'asset' | 'picture' | 'data' | 'newData'

/** Pages that are the same for every visitor; the administrator's and unknown ones are never kept. */
const publicPages = /^\/($|(shop|cart|checkout|contact|orders)$|(product|policies)\/[^/]+$)/
const publicCalls = /^\/trpc\/(catalogue\.\w+|reviews\.forProduct)$/
const orderCalls = /^\/trpc\/orders\.page$/

/**
 * The kind of a request; null for what the worker leaves to the browser: writes, other hosts, payments, prices that must be
 * today's, and everything of the administrator. See docs/behaviour.md#offline.
 */
export function kindOf(
  { url, method, mode, headers }: Pick<Request, 'url' | 'method' | 'mode' | 'headers'>,
  origin: string,
): Kind | null {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin || headers.has(adminHeader)) return null
  if (mode === 'navigate') return kindOfPage(pathname)
  if (pathname.startsWith('/assets/')) return 'asset'
  if (pathname.startsWith('/media/')) return 'picture'
  // A page that was made from what is kept asks for what is newer, or nothing: see renew-catalogue.ts.
  if (publicCalls.test(pathname)) return headers.get('cache-control') === 'no-cache' ? 'newData' : 'data'
  return orderCalls.test(pathname) ? 'order' : null
}

/**
 * The address of a page with the parameters that it knows alone, as the shop's own links write them: whatever advertisers add, it
 * is the same page. The worker has no room for the router, which decides the same for the server: see page-address.ts.
 */
export function addressToKeep(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + stringifySearch(knownParameters(pathname, parseSearch(search)))
}

function knownParameters(pathname: string, raw: Record<string, string>): Record<string, unknown> {
  if (pathname === '/' || pathname === '/shop') return parseCatalogueSearch(raw)
  return pathname.startsWith('/product/') && raw.tab === 'write' ? { tab: raw.tab } : {}
}

export function kindOfPage(pathname: string): Kind | null {
  if (pathname === '/offline') return 'offlinePage'
  if (/^\/order\/[^/]+$/.test(pathname)) return 'order'
  return publicPages.test(pathname) ? 'page' : null
}
