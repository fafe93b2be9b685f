import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { ResponseCache } from '../../../http/cache/response-cache.ts'
// Declares `limit`.
import type {} from '../../../http/limits/request-limits.ts'
import type { CreateContext } from '../../../http/request-context.ts'
import { DOWNLOAD_TIMEOUT_MS } from '../../../http/time-limits.ts'
import { feedCopies } from './feed-copies.ts'
import { feedLines } from './feed-lines.ts'

/** `/feeds/products.tsv`: every perfume as Google, Meta and others read it. See docs/product-feed.md. */
export function mountProductFeed(
  app: FastifyInstance,
  { cache, createContext }: { cache: ResponseCache; createContext: CreateContext },
): void {
  const copyOf = feedCopies(cache)
  app.get<{ Querystring: { for?: unknown } }>(
    '/feeds/products.tsv',
    { config: { limit: 'feeds' }, handlerTimeout: DOWNLOAD_TIMEOUT_MS },
    async (request, reply) => {
      const reader = request.query.for === 'meta' ? 'meta' : 'google'
      const { response, ageSeconds } = await copyOf(`/feeds/products.tsv?for=${reader}`, () =>
        feedLines(createContext(request, reply), reader),
      )
      const { etag, body } = response
      reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
      if (ageSeconds !== undefined) reply.headers({ age: ageSeconds, warning: '110 - "Response is Stale"' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      reply.type('text/tab-separated-values; charset=utf-8')
      if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
        return reply.header('content-encoding', 'gzip').send(body)
      return reply.send(Readable.from([body]).pipe(createGunzip()))
    },
  )
}
