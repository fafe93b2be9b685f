import { Readable } from 'node:stream'
import { policySlugs } from '@marashi/domain/rules/settings/policies'
import type { FastifyInstance } from 'fastify'
import { db, instant } from '../db/db.ts'
import type { Environment } from '../env.ts'
import type { CreateContext } from '../http/request-context.ts'

const MAX_ADDRESSES = 50_000 // the sitemap protocol's limit for one file

/** `/sitemap.xml` and `/robots.txt`: what search engines should show, and what they should not crawl. */
export function mountSitemap(
  app: FastifyInstance,
  { env, createContext }: { env: Environment; createContext: CreateContext },
): void {
  app.get('/sitemap.xml', { config: { sharedKey: () => '/sitemap.xml' } }, async (request, reply) => {
    const { SitemapStream, streamToPromise } = await import('sitemap')
    const { em } = createContext(request, reply)
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
    const stream = Readable.from(addresses).pipe(new SitemapStream({ hostname: env.PUBLIC_URL }))
    reply.isShared = true
    return reply.type('application/xml; charset=utf-8').send((await streamToPromise(stream)).toString())
  })

  const robots = `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /cart\nDisallow: /checkout\nDisallow: /trpc/\n\nSitemap: ${env.PUBLIC_URL}/sitemap.xml\n`
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
}
