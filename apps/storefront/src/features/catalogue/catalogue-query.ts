import type { Product, ProductList, ProductPage } from '@marashi/domain/contracts/catalogue'
import type { CatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { defaultPageSize, homeGridSize } from '@marashi/domain/rules/pagination'

/** The home page's grid, without pages: the newest products, or the first results of a search or sort. */
export function homeQuery(search: CatalogueSearch): CatalogueQuery {
  return { ...filtersOf(search), featured: true, page: 1, limit: homeGridSize }
}

/** The shop's grid: one page of the matching products. */
export function shopQuery(search: CatalogueSearch): CatalogueQuery {
  return { ...filtersOf(search), page: search.page ?? 1, limit: search.limit ?? defaultPageSize }
}

export type CatalogueQuery = Partial<ReturnType<typeof filtersOf>> & { page: number; limit: number; featured?: boolean }

/** The products and the number of all matches, from an answer with or without pages. */
export function pageOf(list: ProductList): { products: Product[]; pagination: ProductPage['pagination'] } {
  if ('data' in list) return { products: list.data, pagination: list.pagination }
  return { products: list, pagination: { page: 1, totalPages: 1, total: list.length } }
}

/** The last page of an answer where the address names a page behind it, or else undefined. */
export function lastPageBefore(answer: ProductList | undefined, { page = 1 }: CatalogueSearch): number | undefined {
  const lastPage = answer && pageOf(answer).pagination.totalPages
  return lastPage && page > lastPage ? lastPage : undefined
}

/** How many of the filters behind the Filters button are set. */
export function countFilters({ audience, category, sort }: CatalogueSearch): number {
  return [audience, category, sort].filter(Boolean).length
}

function filtersOf({ search, category, audience, sort }: CatalogueSearch) {
  return { search, category, majorCategory: audience, sort }
}
