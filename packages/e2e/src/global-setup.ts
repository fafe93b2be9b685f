import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { type ShopServer, startShopServer } from './shop-server.ts'

/** What a journey needs to know of a running shop. */
type Address = Pick<ShopServer, 'url' | 'databaseUrl' | 'stripeUrl'>

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker, because journeys side by side would see each other's orders and prices. */
    shops: readonly Address[]
  }
}

/** Starts the shops of a run, side by side; each serves its worker's files one after the other. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shops: ShopServer[] = []
  const stop = () => untilAllEnd(shops.map((shop) => shop.stop()))
  const start = async (_: unknown, nth: number) => {
    shops.push(await startShopServer(fileURLToPath(new URL(`../../../.data/e2e/${nth + 1}`, import.meta.url))))
  }
  try {
    await untilAllEnd(Array.from({ length: project.config.maxWorkers }, start))
  } catch (error) {
    // Why a shop did not start is what is to be told, whatever the others say at their end.
    await stop().catch(() => undefined)
    throw error
  }
  const addresses = shops.map(({ url, databaseUrl, stripeUrl }) => ({ url, databaseUrl, stripeUrl }))
  project.provide('shops', addresses)
  return stop
}

/** Throws the first error once all have ended, so that none goes on unseen. */
async function untilAllEnd(running: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(running)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
