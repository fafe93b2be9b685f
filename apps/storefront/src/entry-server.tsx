import type { Context } from '@marashi/api/context'
import type { AppRouter } from '@marashi/api/router'
import { createShopClient } from '@marashi/api-client/trpc'
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { unstable_localLink } from '@trpc/client'
import './styles.ts'
import { bootScriptFor } from './boot/boot-script.ts'
import { createShopRouter } from './router.tsx'

export { renderErrorPage } from './features/layout/render-error-page.tsx'
export { pageAddress } from './page-address.ts'

export type RenderInput = {
  /** Path and query, as `pageAddress` returns them. */
  address: string
  /** The shop's public address. */
  origin: string
  /** Passed as a value, so that the bundle holds no second copy of the server. */
  api: AppRouter
  createContext: () => Promise<Context>
  /** Called with everything that a procedure throws, refusals included. */
  onError: (error: unknown) => void
  nonce: string
  assets: {
    /** Text of the styles of a route's page. */
    css: (routeId: string) => string
    /** Address of all styles. */
    lateStyles: string
    /** Address of the browser's first module. */
    entry: string
    /** Addresses of the modules that it imports. */
    preloads: string[]
    fonts: string[]
  }
}
export type RenderedPage = { status: number; location?: string; html: string }

/**
 * Renders one page of the shop as a whole document. The page depends on its address and the catalogue alone, not on the
 * visitor: cart, theme and favourites belong to the browser. Everything made for the page is discarded with it.
 */
export async function renderPage({
  address,
  origin,
  api,
  createContext,
  onError,
  nonce,
  assets,
}: RenderInput): Promise<RenderedPage> {
  const link = unstable_localLink({ router: api, createContext, onError: ({ error }) => onError(error) })
  const shop = createShopClient([link])
  const handle = createRequestHandler({
    request: new Request(origin + address),
    createRouter: () =>
      createShopRouter({
        shop,
        nonce,
        document: { ...assets, nonce, bootScript: bootScriptFor(assets) },
      }),
  })
  try {
    const response = await handle(({ router, responseHeaders }) =>
      renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
    )
    const location = response.headers.get('location')
    return { status: response.status, html: await response.text(), ...(location && { location }) }
  } finally {
    shop.queryClient.clear()
  }
}
