import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { errorAnswer } from '../http/error-response.ts'
import { networkOf } from '../http/limits/network-of.ts'
import { shopDetailsOf } from '../modules/catalogue/shop-details.ts'
import { sendBusyPage } from './busy-page.ts'
import { callProcedures } from './call-procedures.ts'
import { hashInlineSources, stylesPlace } from './inline-sources.ts'
import { pagePolicy } from './page-policy.ts'
import type { PagesOptions } from './pages-options.ts'
import { sendPersonal } from './send-personal.ts'

/** Every page of the shop. Where one cannot be rendered, an error page with the right status says why. */
export function pageRoute(options: PagesOptions): RouteOptions {
  const { env, settings, hosts, api, createContext, renders, storefront } = options
  const addressOf = ({ url }: FastifyRequest) => storefront.pageAddress(url)
  const isPersonal = ({ url }: FastifyRequest) => storefront.placeOf(url).isPersonal

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const canonical = canonicalOf(request)
    if (canonical !== undefined) return reply.redirect(canonical, 308)
    const nonce = newNonce()
    const failures: unknown[] = []
    const { status, location, html } = await renders.run(networkOf(request.ip), async () => {
      const page = await storefront.renderPage({
        address: addressOf(request),
        origin: env.PUBLIC_URL,
        answer: callProcedures(api, {
          createContext: () => createContext(request, reply),
          onError: (error) => failures.push(error),
        }),
        nonce,
        assets: { ...storefront.assets, css: (routeId) => stylesPlace(nonce, routeId) },
      })
      // Pages that wait for nothing would be made one after the other before anybody else is heard.
      await setImmediate()
      return page
    })
    const faults = failures.filter((failure) => errorAnswer(failure, request.id).isInternal)
    if (status >= 500) throw faults[0] ?? failures[0] ?? new Error(`The page was rendered with status ${status}`)
    for (const fault of faults) request.log.error({ err: fault }, 'a part of a page failed')
    if (location) return reply.redirect(location, status)
    // An error page, and a page of which a part failed, must not be cached.
    reply.isShared = status === 200 && faults.length === 0 && !isPersonal(request)
    return await send(request, reply, { status, html, nonce })
  }

  /** The address as the shop's own links write it, where it is written in another way. */
  function canonicalOf({ url }: FastifyRequest): string | undefined {
    const [path = ''] = url.split('?', 1)
    const canonical = storefront.placeOf(url).path
    return canonical === path ? undefined : canonical + url.slice(path.length)
  }

  async function errorHandler(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { status, retryAfterSeconds, body, isInternal } = errorAnswer(thrown, request.id)
    if (status === 429) {
      sendBusyPage(reply, { message: body.error, retryAfterSeconds })
      return reply
    }
    // The request was refused before rendering began.
    if (status < 500) throw thrown
    if (isInternal) request.log.error({ err: thrown }, 'a page failed')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    reply.isShared = false
    const nonce = newNonce()
    const html = storefront.renderErrorPage({
      shop: shopDetailsOf(env, settings.lastKnown),
      trouble: { isPassing: status === 503, message: body.error, requestId: body.requestId },
      address: addressOf(request),
      nonce,
      assets: { ...storefront.assets, css: stylesPlace(nonce) },
    })
    return await send(request, reply, { status, html, nonce })
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, html, nonce }: { status: number; html: string; nonce: string },
  ): Promise<FastifyReply> {
    // Only a page as it should be is sure to need no more than the styles of its route.
    const stylesOf = (routeId: string) => (status === 200 && storefront.routeStyles.get(routeId)) || storefront.styles
    const page = hashInlineSources(html, { nonce, stylesOf })
    reply
      .code(status)
      .header('content-security-policy', pagePolicy({ inline: page.inline, publicUrl: env.PUBLIC_URL, hosts }))
      .header('cache-control', status < 500 ? 'no-cache' : 'no-store')
      .type('text/html; charset=utf-8')
    return isPersonal(request) ? await sendPersonal(request, reply, page.html) : reply.send(page.html)
  }

  return {
    method: 'GET',
    url: '/*',
    config: {
      sharedKey: (request) => (isPersonal(request) ? undefined : addressOf(request)),
      limit: 'renders',
    },
    handler,
    errorHandler,
  }
}

const newNonce = (): string => randomBytes(16).toString('base64url')
