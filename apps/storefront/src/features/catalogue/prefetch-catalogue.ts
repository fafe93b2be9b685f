import type { ShopUtils } from '@marashi/api-client/trpc'
import type { CatalogueQuery } from './catalogue-query.ts'

/**
 * Starts what a page with products needs. The server waits for it, so that the first answer is complete, and throws
 * what goes wrong, so that a broken page has a status that says so. The browser goes on at once: the grid has its own
 * waiting and error states.
 */
export async function prefetchCatalogue(utils: ShopUtils, queries: readonly CatalogueQuery[]): Promise<void> {
  const started = [
    utils.catalogue.categories.ensureData(),
    ...queries.map((query) => utils.catalogue.products.ensureData(query)),
  ]
  if (import.meta.env.SSR) await Promise.all(started)
  else for (const promise of started) promise.catch(() => undefined)
}
