import { fileURLToPath } from 'node:url'
import { type Child, startChild } from '../environment/children.ts'
import type { Shop } from '../environment/environment.ts'
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

async function answerOf(shop: Shop, path: string): Promise<unknown> {
  const answer = await fetch(shop.origin + path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}
