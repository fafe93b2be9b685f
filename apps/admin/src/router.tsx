import type { AppRouter } from '@marashi/api/router'
import { createShopClient, trpc } from '@marashi/api-client/trpc'
import { parseSearch, stringifySearch } from '@marashi/domain/rules/page-address'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { TRPCLink } from '@trpc/client'
import { RouteError } from './features/layout/notices/route-error.tsx'
import { freshAtEveryVisit } from './lib/fresh-at-every-visit.ts'
import { basePath } from './lib/session/return-path.ts'
import { sessionLink } from './lib/session/session-link.ts'
import { routeTree } from './routeTree.gen.ts'

/** The router of the admin app, one per browser tab. */
export function createAdminRouter(link: TRPCLink<AppRouter>) {
  const { client, queryClient } = createShopClient([sessionLink, link])
  freshAtEveryVisit(queryClient)
  return createRouter({
    routeTree,
    basepath: basePath,
    defaultPreload: 'intent',
    scrollRestoration: true,
    scrollRestorationBehavior: 'instant',
    defaultErrorComponent: RouteError,
    parseSearch,
    stringifySearch,
    Wrap: ({ children }) => (
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </trpc.Provider>
    ),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAdminRouter>
  }
  interface StaticDataRouteOption {
    /** The page's name in the window's title. */
    title?: string
  }
}
