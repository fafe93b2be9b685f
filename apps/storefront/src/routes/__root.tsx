import { OfflineBar } from '@marashi/ui/offline-bar'
import { Toaster } from '@marashi/ui/toast'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { siteCopy } from '../copy/site.ts'
import { PendingPaymentWatch } from '../features/checkout/pending/pending-payment-watch.tsx'
import styles from '../features/layout/announcement.module.css'
import { SiteFooter } from '../features/layout/site-footer.tsx'
import { SiteHeader } from '../features/layout/site-header.tsx'
import { SkipLink } from '../features/layout/skip-link.tsx'
import { useCloseOnBack } from '../features/layout/use-close-on-back.ts'
import { useFocusAfterNavigation } from '../features/layout/use-focus-after-navigation.ts'
import { useLikelyPages } from '../features/layout/use-likely-pages.ts'
import { ThemeToggle } from '../features/theme/theme-toggle.tsx'
import { siteHead } from '../lib/head.ts'
import type { RouterContext } from '../router.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { utils } }) => {
    const shop = await utils.catalogue.shop.ensureData()
    // What the owner has changed since is there for the next page.
    void utils.catalogue.shop.prefetch()
    return { shop }
  },
  head: ({ match }) => siteHead(match.context.shop, match.context.document.fonts),
  shellComponent: Document,
  component: Site,
})

/** Every public page: header, the page itself, footer. */
function Site() {
  useFocusAfterNavigation()
  useLikelyPages()
  useCloseOnBack()
  const { shop } = Route.useRouteContext()
  const isLean = useMatches({ select: (matches) => matches.at(-1)?.routeId === '/checkout' })
  return (
    <>
      <SkipLink />
      {shop.announcement && <p className={styles.announcement}>{shop.announcement}</p>}
      <SiteHeader shop={shop} themeToggle={<ThemeToggle />} isLean={isLean} />
      <OfflineBar>{siteCopy.offline}</OfflineBar>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter shop={shop} />
      <PendingPaymentWatch />
      <Toaster />
    </>
  )
}

function Document({ children }: { children: ReactNode }) {
  const { css, lateStyles, bootScript, nonce } = Route.useRouteContext({ select: (context) => context.document })
  const routeId = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' })
  return (
    // The boot script sets the theme on <html> before React hydrates.
    <html lang="en-KE" suppressHydrationWarning>
      <head>
        <HeadContent />
        <style
          nonce={nonce}
          data-late={lateStyles}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: css(routeId) }}
        />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: bootScript(routeId) }} />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
