/** What a shopper searched, filtered and sorted by lives in the page's address, so that it can be shared. */

import { type Audience, audiences } from './audience.ts'
import { defaultPageSize, type PageSize, pageSizes } from './pagination.ts'
import { isStorableText } from './storable-text.ts'

export const productSorts = ['name', 'price-low', 'price-high'] as const
export type ProductSort = (typeof productSorts)[number]
export const defaultProductSort: ProductSort = 'name'

/** The most characters a search may have, and the last page anybody may ask for. */
export const maxSearchLength = 100
export const maxPage = 1_000_000

/** How a list is sorted: by what was chosen, else a search by its best matches and everything else by name. */
export function orderOf({ search, sort }: { search?: string | undefined; sort?: ProductSort | undefined }) {
  return sort ?? (search ? 'best-match' : defaultProductSort)
}

/** Only what differs from the plain shop: first page, 12 products, and the order that nobody has chosen (`orderOf`). */
export type CatalogueSearch = {
  search?: string
  category?: string
  audience?: Audience
  sort?: ProductSort
  page?: number
  limit?: PageSize
}

/**
 * Reads the query of a page's address tolerantly: an address that was cut, mistyped or is years old still opens the
 * shop. Nonsense and defaults are dropped.
 */
export function parseCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const search = textOf(raw.search, maxSearchLength)
  const category = textOf(raw.category, 200)
  const audience = audiences.find((known) => known === raw.audience)
  const sort = productSorts.find((known) => known === raw.sort)
  const page = wholeOf(raw.page)
  const limit = pageSizes.find((size) => size === wholeOf(raw.limit))
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...(audience && { audience }),
    ...(sort && sort !== orderOf({ search }) && { sort }),
    ...(page && page > 1 && page <= maxPage && { page }),
    ...(limit && limit !== defaultPageSize && { limit }),
  }
}

function textOf(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text.length <= maxLength && isStorableText(text) ? text : undefined
}

function wholeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
