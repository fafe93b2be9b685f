import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { exactBuffer, type ResponseCache } from './response-cache.ts'
import { encodingFor, smallestMaker, withEncoding } from './response-encoding.ts'
import { bodyIn, keeperOf, sendCached } from './send-cached.ts'
import { sharedKeys } from './shared-key.ts'

/** From so many uses on, a response is worth the work that makes it as small as it gets. */
const OFTEN_USED = 5

declare module 'fastify' {
  interface FastifyReply {
    /** True once a procedure or page has marked its response as the same for everybody. */
    isShared: boolean
    /** True once a procedure has said that its shared response is not worth keeping. */
    isUncached: boolean
    /** True once a procedure has done what only the administrator and keys may do. */
    isWrite: boolean
    sharedKey: string | undefined
    catalogueGeneration: number
  }
}

/**
 * Answers GET and HEAD requests from `cache` and fills it with the responses that were marked shared, on routes with a
 * `sharedKey`. Every shared response has an ETag and must be revalidated, so browsers show a change at once and receive a
 * 304 otherwise. In place of a 503 or 429 the last good copy is sent, marked stale.
 *
 * Register it before every other plugin with hooks: a cached response holds all its headers and is written straight to
 * the socket, so no other hook needs to run.
 */
export const responseCachePlugin = fp(async (app: FastifyInstance, { cache }: { cache: ResponseCache }) => {
  const keyOf = sharedKeys()
  const makeSmallest = smallestMaker()
  app.decorateReply('isShared', false)
  app.decorateReply('isUncached', false)
  app.decorateReply('isWrite', false)
  app.decorateReply('sharedKey', undefined)
  app.decorateReply('catalogueGeneration', 0)

  app.addHook('onRequest', (request, reply, done) => {
    const key = isRead(request) ? keyOf(request) : undefined
    if (key === undefined) return done()
    const fresh = cache.fresh(key)
    // While the database is unreachable, every query would take seconds to fail.
    const stale = fresh || cache.isListening ? undefined : cache.lastGood(key)
    const response = fresh ?? stale?.response
    if (!response) {
      reply.sharedKey = key
      reply.catalogueGeneration = cache.generation
      return done()
    }
    reply.hijack()
    const keep = keeperOf(cache, key, response)
    const improve = () => {
      if (!response.isSmallest && cache.usesOf(key) >= OFTEN_USED) keep(makeSmallest(response))
    }
    sendCached(request, reply, { response, extraHeaders: stale ? staleHeaders(stale) : [], improve, keep })
  })

  app.addHook('onSend', async (request, reply, payload) => {
    // Whoever has changed something sees it with her next request.
    if (reply.isWrite) await cache.catchUp()
    const key = reply.sharedKey
    if (key === undefined) return payload
    const status = payload instanceof Response ? payload.status : reply.statusCode
    if (status === 503 || status === 429) return lastGoodInstead(request, reply, cache.lastGood(key)) ?? payload
    if (!reply.isShared || status !== 200) return payload
    const text = await textOf(reply, payload)
    if (text === undefined) return payload
    const body = exactBuffer(text)
    reply.headers({ etag: etagOf(body, reply.getHeader('etag')), 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const response = { headers: flatHeaders(reply), etag: String(reply.getHeader('etag')), body }
    const encoding = encodingFor(request, response)
    const encoded = encoding ? await withEncoding(response, encoding) : response
    if (!reply.isUncached) cache.set(key, encoded, reply.catalogueGeneration)
    if (encoding) reply.header('content-encoding', encoding)
    return bodyIn(encoded, encoding)
  })
})

type LastGood = NonNullable<ReturnType<ResponseCache['lastGood']>>

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Weak, for it is the same in every encoding; behind the version of a record that has one (transports/versions.ts). */
const etagOf = (body: Buffer, version: unknown): string => {
  const digest = hash('sha1', body, 'base64url')
  return typeof version === 'string' ? `W/${version.slice(0, -1)}/${digest}"` : `W/"${digest}"`
}

/** Name, value, name, value: the form that Node writes to the socket without further checks. */
const flatHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]))

/** The body of a page or procedure as text; tRPC gives a web Response, whose headers are copied to the reply. */
async function textOf(reply: FastifyReply, payload: unknown): Promise<string | undefined> {
  if (typeof payload === 'string') return payload
  if (!(payload instanceof Response)) return undefined
  reply.headers(Object.fromEntries(payload.headers))
  return await payload.text()
}

/** HTTP caches mark a response that they could not revalidate with `Age` and `Warning: 110`. */
const staleHeaders = ({ ageSeconds }: LastGood): string[] => [
  'age',
  String(ageSeconds),
  'warning',
  '110 - "Response is Stale"',
]

/** Turns a refusal into the last good copy, where there is one. */
function lastGoodInstead(request: FastifyRequest, reply: FastifyReply, found: LastGood | undefined) {
  if (!found) return undefined
  const { response } = found
  const headers = [...response.headers, ...staleHeaders(found)]
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
  reply.code(200).removeHeader('retry-after')
  const encoding = encodingFor(request, response)
  if (encoding && response[encoding]) reply.header('content-encoding', encoding)
  return bodyIn(response, encoding)
}
