import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../../../env.ts'
import type { AppRouter } from '../../../router.ts'
import { acceptedEncoding } from '../../accepted-encoding.ts'
import type { PlainRoute } from './plain-routes.ts'
import { type ReferenceFiles, referenceFiles } from './reference-files.ts'

interface ApiReferenceOptions {
  router: AppRouter
  plainRoutes: readonly PlainRoute[]
  env: Environment
  shopName: () => Promise<string>
}

/** `/api/openapi.json`, its collection for Bruno, and a reference at `/api/docs` that loads nothing from another host. */
export async function mountApiReference(
  app: FastifyInstance,
  { router, plainRoutes, env, shopName }: ApiReferenceOptions,
): Promise<void> {
  let made: { name: string; document: Promise<string>; collection?: Promise<string> } | undefined
  /** Made for the first reader, when every route is mounted: what makes it is not loaded before. */
  const makeDocument = async (name: string) => {
    const { openApiDocument } = await import('./document.ts')
    return JSON.stringify(openApiDocument(router, plainRoutes, { env, shopName: name }))
  }
  const makeCollection = async (document: string) => {
    const { brunoCollection } = await import('./samples/bruno-collection.ts')
    return JSON.stringify(brunoCollection(JSON.parse(document), env.PUBLIC_URL))
  }
  const texts = async () => {
    const name = await shopName()
    if (made?.name !== name) made = { name, document: makeDocument(name) }
    return made
  }
  /** What failed is made anew for the next reader: the files that make it cannot be read while too many others are open. */
  const orAnew = <Text>(text: Promise<Text>) =>
    text.catch((error: unknown) => {
      made = undefined
      throw error
    })
  app.get('/openapi.json', { config: { sharedKey: () => '/api/openapi.json' } }, async (_request, reply) => {
    const { document } = await texts()
    const text = await orAnew(document)
    reply.isShared = true
    return reply.type('application/json; charset=utf-8').send(text)
  })

  const files = referenceFiles(shopName)
  const config = { limit: 'docs' } as const
  app.get('/docs/bruno.json', { config }, async (_request, reply) => {
    const ofName = await texts()
    ofName.collection ??= ofName.document.then(makeCollection)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="marashi.bruno.json"')
      .send(await orAnew(ofName.collection))
  })
  app.get('/docs', { config }, (_request, reply) => reply.redirect(`${app.prefix}/docs/`, 301))
  app.get('/docs/', { config }, async (_request, reply) => {
    const { page } = await files()
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policyFor(page)).send(page)
  })
  app.get('/docs/js/scalar.js', { config }, async (request, reply) => {
    const { script } = await files()
    return sendScript(request, reply, script)
  })
}

/**
 * Scalar writes style elements and attributes of its own, so inline styles are allowed; of scripts only those of this page.
 */
const policyFor = (page: string) =>
  `default-src 'none'; script-src 'self' ${inlineScriptsOf(page).join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const inlineScriptsOf = (page: string): string[] =>
  [...page.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)]
    .filter(([, body = '']) => body !== '')
    .map(([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)

/** Compressed, and asked for again only whether it has changed. */
async function sendScript(
  request: FastifyRequest,
  reply: FastifyReply,
  script: ReferenceFiles['script'],
): Promise<FastifyReply> {
  reply
    .type('application/javascript; charset=utf-8')
    .headers({ etag: script.etag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === script.etag) return reply.code(304).send()
  const encoding = acceptedEncoding(request, ['br', 'gzip'])
  if (!encoding) return reply.send(await promisify(gunzip)(script.gzip))
  return reply.header('content-encoding', encoding).send(script[encoding])
}
