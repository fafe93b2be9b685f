import type { ShopUtils } from '@marashi/api-client/trpc'
import type { CatalogueQuery } from './catalogue-query.ts'

/**
 * Starts the requests of a page with products. The server waits for them, so that the first response is complete, and
 * throws their errors, so that a broken page has an error status. The browser does not wait: the grid has its own
 * loading and error states.
 */
export async function prefetchCatalogue(utils: ShopUtils, queries: readonly CatalogueQuery[]): Promise<void> {
  const started = [
    utils.catalogue.categories.ensureData(),
    ...queries.map((query) => utils.catalogue.products.ensureData(query)),
  ]
  if (import.meta.env.SSR) await Promise.all(started)
  else for (const promise of started) promise.catch(() => undefined)
}
