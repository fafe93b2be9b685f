import type { FastifyInstance } from 'fastify'
import type { PagesOptions } from './pages-options.ts'

/** Serves the manifest of an app for home screens, always under the name that the shop has now. */
export function serveManifest(
  app: FastifyInstance,
  {
    address,
    settings,
    manifestOf,
  }: Pick<PagesOptions, 'settings'> & { address: string; manifestOf: (shopName: string) => object },
): void {
  app.get(address, async (_request, reply) => {
    const { shop } = await settings.read().catch(() => settings.lastKnown)
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify(manifestOf(shop.name)))
  })
}
