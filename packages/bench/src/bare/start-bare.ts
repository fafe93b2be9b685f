import { fileURLToPath } from 'node:url'
import { type Child, startChild } from '../environment/children.ts'
import type { Shop } from '../environment/environment.ts'
import type { BarePagesSettings } from './bare-pages.ts'
import type { BareSettings } from './bare-server.ts'
import { recordSearch } from './recorded-search.ts'

/** The size of the shop's own pool, see the api's `openDatabase`. */
const POOL_SIZE = 10

/**
 * Starts a bare Fastify beside `shop`, on the same database: at each of `paths` it serialises what the shop answers
 * there now, and at `/search` it runs the shop's own statements.
 */
export async function startBare(shop: Shop, paths: readonly string[]): Promise<Child> {
  const objects = await Promise.all(paths.map(async (path) => [path, await answerOf(shop, path)]))
  const settings: BareSettings = {
    databaseUrl: shop.databaseUrl,
    poolSize: POOL_SIZE,
    objects: Object.fromEntries(objects),
    searches: await Promise.all([1, 2, 3, 4].map(recordSearch)),
  }
  return startChild({
    module: fileURLToPath(new URL('bare-server.ts', import.meta.url)),
    env: () => ({ NODE_ENV: 'production' }),
    input: JSON.stringify(settings),
    readyPath: '/ready',
  })
}

/** Starts a bare Fastify that renders the product pages of `ids` with the answers that `shop` gives now. */
export async function startBarePages(shop: Shop, ids: readonly string[]): Promise<Child> {
  const ofProducts = async (pathOf: (id: string) => string) =>
    Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await answerOf(shop, pathOf(id))])))
  const settings: BarePagesSettings = {
    answers: {
      'catalogue.shop': { '': await answerOf(shop, '/api/shop') },
      'catalogue.product': await ofProducts((id) => `/api/products/${id}`),
      'reviews.forProduct': await ofProducts((id) => `/api/products/${id}/reviews`),
      'catalogue.relatedProducts': await ofProducts((id) => `/api/products/${id}/related`),
    },
  }
  return startChild({
    module: fileURLToPath(new URL('bare-pages.ts', import.meta.url)),
    env: () => ({ NODE_ENV: 'production' }),
    nodeOptions: ['--max-semi-space-size=8'],
    input: JSON.stringify(settings),
    readyPath: '/ready',
  })
}

async function answerOf(shop: Shop, path: string): Promise<unknown> {
  const answer = await fetch(shop.origin + path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}
