/** Where the back office lives. */
export const basePath = '/admin'

/**
 * The page to go to after logging in, as a path inside the back office and its search text. `from` comes out of the
 * address, so anybody may have written it: whatever is not a page of the back office means the dashboard.
 */
export function returnPath(from: string | undefined): { to: string; search: Record<string, string> } {
  const dashboard = { to: '/dashboard', search: {} }
  if (!from?.startsWith(`${basePath}/`) || from.includes('\\')) return dashboard
  const { pathname, searchParams } = new URL(from, 'http://office')
  // "/admin/../cart" is no page of ours either.
  if (!pathname.startsWith(`${basePath}/`) || pathname === `${basePath}/login`) return dashboard
  return { to: pathname.slice(basePath.length), search: Object.fromEntries(searchParams) }
}

/** What `returnPath` reads, for a page of the back office (`/orders?page=2`). */
export function fromOf(href: string): string {
  return href.startsWith(`${basePath}/`) ? href : `${basePath}${href}`
}
