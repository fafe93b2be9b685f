import { Readable } from 'node:stream'
import { policySlugs } from '@marashi/domain/rules/policy-slugs'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { FastifyInstance } from 'fastify'
import { db, instant } from '../db/db.ts'
import type { Environment } from '../env.ts'
import { compressedCopies, sendCopy } from '../http/cache/compressed-copies.ts'
import type { ResponseCache } from '../http/cache/response-cache.ts'
import type { CreateContext } from '../http/request-context.ts'
import { DOWNLOAD_TIMEOUT_MS } from '../http/time-limits.ts'

const MAX_ADDRESSES = 50_000 // the sitemap protocol's limit for one file

/** `/sitemap.xml` and `/robots.txt`: what search engines should show, and what they should not crawl. */
export function mountSitemap(
  app: FastifyInstance,
  { env, cache, createContext }: { env: Environment; cache: ResponseCache; createContext: CreateContext },
): void {
  const copyOf = compressedCopies(cache)
  app.get('/sitemap.xml', { handlerTimeout: DOWNLOAD_TIMEOUT_MS }, async (request, reply) => {
    const copy = await copyOf('/sitemap.xml', () => sitemap(createContext(request, reply).em, env.PUBLIC_URL))
    return sendCopy(request, reply.type('application/xml; charset=utf-8'), copy)
  })

  const robots = `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /cart\nDisallow: /checkout\nDisallow: /trpc/\n\nSitemap: ${env.PUBLIC_URL}/sitemap.xml\n`
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
}

/** The pages of the shop and its products, those that changed last first, piece by piece. */
async function* sitemap(em: EntityManager, hostname: string): AsyncGenerator<Buffer> {
  const { SitemapStream } = await import('sitemap')
  const products = await db(em)
    .selectFrom('products')
    .select(({ ref }) => ['id', instant(ref('updated_at')).as('updatedAt')])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(MAX_ADDRESSES - 6)
    .execute()
  const addresses = [
    { url: '/' },
    { url: '/shop' },
    { url: '/contact' },
    ...policySlugs.map((slug) => ({ url: `/policies/${slug}` })),
    ...products.map(({ id, updatedAt }) => ({ url: `/product/${id}`, lastmod: updatedAt })),
  ]
  yield* Readable.from(addresses).pipe(new SitemapStream({ hostname }))
}
