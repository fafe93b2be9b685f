import { adminHeader } from '@marashi/domain/rules/admin-header'

/** What the service worker does with a request. */
export type Kind = 'page' | 'offlinePage' | 'order' | 'asset' | 'picture' | 'data'

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
  if (publicCalls.test(pathname)) return 'data'
  return orderCalls.test(pathname) ? 'order' : null
}

const ofAdvertisers = /^(utm_\w+|fbclid|igshid|gclid|gbraid|wbraid|ttclid|msclkid)$/

/** The address of a page without what advertisers add to links: with and without that it is the same page. */
export function addressToKeep(url: string): string {
  const address = new URL(url)
  for (const name of [...address.searchParams.keys()]) if (ofAdvertisers.test(name)) address.searchParams.delete(name)
  return address.href
}

export function kindOfPage(pathname: string): Kind | null {
  if (pathname === '/offline') return 'offlinePage'
  if (/^\/order\/[^/]+$/.test(pathname)) return 'order'
  return publicPages.test(pathname) ? 'page' : null
}
