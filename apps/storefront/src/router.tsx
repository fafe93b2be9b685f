import { dehydrateQueries, hydrateQueries, type SentQuery } from '@marashi/api-client/hydration'
import { type ShopClient, type ShopUtils, trpc } from '@marashi/api-client/trpc'
import { parseSearch, stringifySearch } from '@marashi/domain/rules/page-address'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { RouteError } from './features/layout/route-error.tsx'
import type { DocumentParts } from './lib/document-parts.ts'
import { routeTree } from './routeTree.gen.ts'

/** What every route's loader and `head` can use. */
export type RouterContext = { utils: ShopUtils; document: DocumentParts }

/** The shop's router: one per browser tab, one per page rendered on the server. `nonce` is the server's alone. */
export function createShopRouter({
  shop: { client, queryClient, utils },
  document,
  nonce,
}: {
  shop: ShopClient
  document: DocumentParts
  nonce?: string
}) {
  let isFirstPage = true
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    context: { utils, document } satisfies RouterContext,
    // A parameter that no route knows, such as those of advertisers, is dropped from pages and links.
    search: { strict: true },
    defaultPreload: 'intent',
    // The query cache decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    // The browser, or the shopper, scrolls the page that was loaded before this code is there: the router would take them
    // back to its top. The server has no `scrollY`.
    scrollRestoration: () => {
      const isPlaced = isFirstPage && globalThis.scrollY > 0
      isFirstPage = false
      return !isPlaced
    },
    scrollRestorationBehavior: 'instant',
    defaultErrorComponent: RouteError,
    ...(nonce && { ssr: { nonce } }),
    Wrap: ({ children }) => (
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </trpc.Provider>
    ),
    // The results of the server's queries are sent with the page, so that the browser does not repeat them.
    dehydrate: () => ({ queries: dehydrateQueries(queryClient) }),
    hydrate: ({ queries }: { queries: SentQuery[] }) => hydrateQueries(queryClient, queries),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createShopRouter>
  }
}
