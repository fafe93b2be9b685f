import type { AppRouter } from '@marashi/api/router'
import { createShopClient, type ShopUtils, trpc } from '@marashi/api-client/trpc'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import type { TRPCLink } from '@trpc/client'
import { RouteError } from './features/layout/route-error.tsx'
import { NotFound } from './features/not-found/not-found.tsx'
import type { DocumentParts } from './lib/document-parts.ts'
import { routeTree } from './routeTree.gen.ts'

/** What every route's loader and `head` can ask. */
export type RouterContext = { utils: ShopUtils; document: DocumentParts }

/** The shop's router: one per browser tab, one per page rendered on the server. `nonce` is the server's alone. */
export function createShopRouter({
  link,
  document,
  nonce,
}: {
  link: TRPCLink<AppRouter>
  document: DocumentParts
  nonce?: string
}) {
  const { client, queryClient, utils } = createShopClient([link])
  const router = createRouter({
    routeTree,
    context: { utils, document } satisfies RouterContext,
    defaultPreload: 'intent',
    // The query cache decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    scrollRestorationBehavior: 'instant',
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteError,
    ...(nonce && { ssr: { nonce } }),
    Wrap: ({ children }) => (
      <trpc.Provider client={client} queryClient={queryClient}>
        {children}
      </trpc.Provider>
    ),
  })
  setupRouterSsrQueryIntegration({
    router,
    queryClient,
    // A question that failed on the server is asked again by the browser; sent along, it would throw there.
    dehydrateOptions: { shouldDehydrateQuery: (query) => query.state.status === 'success' },
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createShopRouter>
  }
}
