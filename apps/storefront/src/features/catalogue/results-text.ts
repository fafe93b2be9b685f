import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { shownRange } from '@marashi/domain/rules/pagination'
import { catalogueCopy } from '../../copy/catalogue.ts'
import type { CatalogueQuery } from './catalogue-query.ts'

/**
 * "Showing 13-24 of 48 products for "oud"", or "Showing 3 of 48 products" without pages; without products "No products found
 * for "oud"". See docs/behaviour.md#product-grid.
 */
export function resultsText({
  answer,
  query,
  isPaginated,
}: {
  answer: { products: readonly unknown[]; pagination: ProductPage['pagination'] }
  query: CatalogueQuery
  isPaginated: boolean
}): string {
  const { total } = answer.pagination
  if (total === 0) return query.search ? catalogueCopy.nothingFor(query.search) : catalogueCopy.nothing
  const { from, to } = shownRange({ page: query.page, limit: query.limit, total })
  const shown = isPaginated ? catalogueCopy.range(from, to, total) : catalogueCopy.some(answer.products.length, total)
  return query.search ? shown + catalogueCopy.forTerm(query.search) : shown
}
