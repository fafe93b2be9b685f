import { type AnswerCall, localLink } from '@marashi/api-client/local-link'
import { createShopClient } from '@marashi/api-client/trpc'
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { renderToString } from 'react-dom/server'
import './styles.ts'
import { bootScriptFor } from './boot/boot-script.ts'
import { createShopRouter } from './router.tsx'

export { renderErrorPage } from './features/layout/render-error-page.tsx'
export { pageAddress, placeOf } from './page-address.ts'

export type RenderInput = {
  /** Path and query, as `pageAddress` returns them. */
  address: string
  /** The shop's public address. */
  origin: string
  /** How procedures are called: passed as a value, so that the bundle holds no second copy of the server. */
  answer: AnswerCall
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
export async function renderPage({ address, origin, answer, nonce, assets }: RenderInput): Promise<RenderedPage> {
  const shop = createShopClient([localLink(answer)])
  const handle = createRequestHandler({
    request: new Request(origin + address),
    createRouter: () =>
      createShopRouter({
        shop,
        nonce,
        document: { ...assets, nonce, bootScript: bootScriptFor(assets) },
      }),
  })
  let html = ''
  try {
    const response = await handle(async ({ router }) => {
      html = await transformHtmlStringWithRouter(router, renderToString(<RouterServer router={router} />))
      // Its text stays a string: a response would encode the page, and decode it again.
      return new Response(null, { status: getSsrStatus(router) })
    })
    const location = response.headers.get('location')
    return { status: response.status, html, ...(location && { location }) }
  } finally {
    shop.queryClient.clear()
  }
}
