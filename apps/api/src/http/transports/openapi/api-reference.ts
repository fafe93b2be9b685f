import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../../../env.ts'
import type { AppRouter } from '../../../router.ts'
import { type CompressedFile, compressedOnce } from './compressed-once.ts'
import { openApiDocument } from './document.ts'
import type { PlainRoute } from './plain-routes.ts'
import { referenceStyles } from './reference-theme.ts'

/**
 * Scalar writes style elements and attributes of its own, so inline styles are allowed; of scripts only those of this page.
 */
const policyFor = (page: string) =>
  `default-src 'none'; script-src 'self' ${inlineScriptsOf(page).join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const inlineScriptsOf = (page: string): string[] =>
  [...page.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)]
    .filter(([, body = '']) => body !== '')
    .map(([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)

/** `/api/openapi.json`, and a reference to read at `/api/docs` that loads nothing from another host. */
export async function mountApiReference(
  app: FastifyInstance,
  { router, plainRoutes, env }: { router: AppRouter; plainRoutes: readonly PlainRoute[]; env: Environment },
): Promise<void> {
  let document = ''
  app.addHook('onReady', async () => {
    document = JSON.stringify(openApiDocument(router, plainRoutes, env)) // every route is mounted by now
  })
  app.get('/openapi.json', { config: { sharedKey: () => '/api/openapi.json' } }, (_request, reply) => {
    reply.isShared = true
    return reply.type('application/json; charset=utf-8').send(document)
  })
  await app.register(async (reference) => {
    reference.addHook('onRoute', (route) => {
      route.config = { ...route.config, limit: 'docs' }
    })
    let script: CompressedFile | undefined
    reference.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload !== 'string' || reply.statusCode !== 200) return payload
      if (!isPage(payload)) {
        script ??= compressedOnce(payload)
        return await sendScript(request, reply, { script, payload })
      }
      const page = withHead(payload)
      reply.header('content-security-policy', policyFor(page))
      return page
    })
    await reference.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/api/openapi.json',
        // The address the page was opened from, which need not be the public one.
        servers: [{ url: '/api', description: 'This shop' }],
        pageTitle: `${env.SHOP_NAME} API`,
        theme: 'none',
        customCss: referenceStyles,
        withDefaultFonts: false,
        documentDownloadType: 'json',
        ...withoutMakersServices,
      },
    })
  })
}

/** Scalar's maker offers services that the reader's browser would call. */
const withoutMakersServices = {
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  telemetry: false,
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
} as const

const isPage = (payload: string) => payload.startsWith('<!doctype html>')

/** Four megabytes: compressed, and asked for again only whether they have changed. */
async function sendScript(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { script, payload }: { script: CompressedFile; payload: string },
): Promise<Buffer | string> {
  reply.headers({ etag: script.etag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
  if (headers['if-none-match'] === script.etag) {
    reply.code(304).removeHeader('content-length')
    return ''
  }
  const encoding = /\bbr\b/.test(headers['accept-encoding'] ?? '')
    ? 'br'
    : /\bgzip\b/.test(headers['accept-encoding'] ?? '')
      ? 'gzip'
      : undefined
  if (!encoding) return payload
  const bytes = await script.in(encoding)
  reply.headers({ 'content-encoding': encoding, 'content-length': bytes.length })
  return bytes
}

/** What Scalar's page lacks: its language, and the shop's icon. */
const withHead = (page: string) =>
  page
    .replace('<html>', '<html lang="en">')
    .replace('<head>', '<head><link rel="icon" href="/favicon.svg" type="image/svg+xml">')
