/** The path of the admin app. */
export const basePath = '/admin'

/**
 * The page to open after the login, as a path inside the admin app and its search parameters. `from` comes from the
 * address, so anybody can set it: whatever is no page of the admin app means the dashboard.
 */
export function returnPath(from: string | undefined): { to: string; search: Record<string, string> } {
  const dashboard = { to: '/dashboard', search: {} }
  if (!from?.startsWith(`${basePath}/`) || from.includes('\\')) return dashboard
  const { pathname, searchParams } = new URL(from, 'http://admin')
  // URL resolves "/admin/../cart", which is no page of the admin app.
  if (!pathname.startsWith(`${basePath}/`) || pathname === `${basePath}/login`) return dashboard
  return { to: pathname.slice(basePath.length), search: Object.fromEntries(searchParams) }
}

/** The `from` that `returnPath` reads, for a page of the admin app (`/orders?page=2`). */
export function fromOf(href: string): string {
  return href.startsWith(`${basePath}/`) ? href : `${basePath}${href}`
}
