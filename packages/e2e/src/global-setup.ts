import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startShopServer } from './shop-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string
    shopDatabaseUrl: string
    stripeUrl: string
  }
}

/** Starts one shop for all journeys of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shop = await startShopServer(fileURLToPath(new URL('../../../.data/e2e', import.meta.url)))
  project.provide('shopUrl', shop.url)
  project.provide('shopDatabaseUrl', shop.databaseUrl)
  project.provide('stripeUrl', shop.stripeUrl)
  return () => shop.stop()
}
