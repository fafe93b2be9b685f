import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import type { Environment } from '../../../env.ts'
import type { AppRouter } from '../../../router.ts'
import { openApiDocument } from './document.ts'
import type { PlainRoute } from './plain-routes.ts'
import { referenceStyles } from './reference-theme.ts'

// Scalar needs inline scripts and styles; the page shows no data of the shop, so its policy may allow them.
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

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
    reference.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', REFERENCE_POLICY)
    })
    reference.addHook('onSend', async (_request, _reply, payload) => (isPage(payload) ? withHead(payload) : payload))
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

const isPage = (payload: unknown): payload is string =>
  typeof payload === 'string' && payload.startsWith('<!doctype html>')

/** What Scalar's page lacks: its language, and the shop's icon. */
const withHead = (page: string) =>
  page
    .replace('<html>', '<html lang="en">')
    .replace('<head>', '<head><link rel="icon" href="/favicon.svg" type="image/svg+xml">')
