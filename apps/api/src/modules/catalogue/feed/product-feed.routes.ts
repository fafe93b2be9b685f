import type { FastifyInstance } from 'fastify'
import { compressedCopies, sendCopy } from '../../../http/cache/compressed-copies.ts'
import type { ResponseCache } from '../../../http/cache/response-cache.ts'
// Declares `limit`.
import type {} from '../../../http/limits/request-limits.ts'
import type { CreateContext } from '../../../http/request-context.ts'
import { DOWNLOAD_TIMEOUT_MS } from '../../../http/time-limits.ts'
import { feedLines } from './feed-lines.ts'

/** `/feeds/products.tsv`: every perfume as Google, Meta and others read it. See docs/product-feed.md. */
export function mountProductFeed(
  app: FastifyInstance,
  { cache, createContext }: { cache: ResponseCache; createContext: CreateContext },
): void {
  const copyOf = compressedCopies(cache)
  app.get<{ Querystring: { for?: unknown } }>(
    '/feeds/products.tsv',
    { config: { limit: 'feeds' }, handlerTimeout: DOWNLOAD_TIMEOUT_MS },
    async (request, reply) => {
      const reader = request.query.for === 'meta' ? 'meta' : 'google'
      const copy = await copyOf(`/feeds/products.tsv?for=${reader}`, () =>
        feedLines(createContext(request, reply), reader),
      )
      return sendCopy(request, reply.type('text/tab-separated-values; charset=utf-8'), copy)
    },
  )
}
