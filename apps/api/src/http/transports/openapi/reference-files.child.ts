import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import type { ReferenceFiles } from './reference-files.ts'
import { referenceStyles } from './reference-theme.ts'

/** reference-files.ts starts this process: it receives the shop's name, sends the files of the reference, and exits. */
process.once('message', async (shopName: string) => {
  process.send?.(await makeFiles(shopName), () => process.exit())
})
process.once('disconnect', () => process.exit()) // the shop is gone

async function makeFiles(shopName: string): Promise<ReferenceFiles> {
  const app = fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/api/openapi.json',
      // The address the page was opened from, which need not be the public one.
      servers: [{ url: '/api', description: 'This shop' }],
      pageTitle: `${shopName} API`,
      theme: 'none',
      customCss: referenceStyles,
      withDefaultFonts: false,
      documentDownloadType: 'json',
      // Each operation has samples of its own, which run as they are.
      hiddenClients: true,
      ...withoutMakersServices,
    },
  })
  const page = await app.inject('/docs/')
  const { rawPayload: script } = await app.inject('/docs/js/scalar.js')
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(script, { params }), promisify(gzip)(script)])
  return {
    page: withHead(page.body),
    script: { br, gzip: zipped, etag: `W/"${createHash('sha256').update(script).digest('base64url')}"` },
  }
}

// Brotli's highest quality would take ten times as long for a few percent.
const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 }

/** Scalar's maker offers services that the reader's browser would call. */
const withoutMakersServices = {
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  telemetry: false,
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
} as const

/** What Scalar's page lacks: its language, and the shop's icon. */
const withHead = (page: string) =>
  page
    .replace('<html>', '<html lang="en">')
    .replace('<head>', '<head><link rel="icon" href="/favicon.svg" type="image/svg+xml">')
