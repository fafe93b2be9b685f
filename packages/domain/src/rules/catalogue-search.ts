/** Search, filters and sort are part of the page's address, so that they can be shared. */

import { type Audience, audiences } from './audience.ts'
import { defaultPageSize, type PageSize, pageSizes } from './pagination.ts'
import { isStorableText } from './storable-text.ts'

export const productSorts = ['name', 'price-low', 'price-high'] as const
export type ProductSort = (typeof productSorts)[number]
const defaultProductSort: ProductSort = 'name'

/** The maximum length of a search, and the last page that can be asked for. */
const maxSearchLength = 100
const maxPage = 1_000_000

/** The order of a list: the chosen sort, otherwise best match for a search and name for everything else. */
export function orderOf({ search, sort }: { search?: string | undefined; sort?: ProductSort | undefined }) {
  return sort ?? (search ? 'best-match' : defaultProductSort)
}

/** Only what differs from the defaults: first page, 12 products, and the order of `orderOf` without a chosen sort. */
export type CatalogueSearch = {
  search?: string
  category?: string
  audience?: Audience
  sort?: ProductSort
  page?: number
  limit?: PageSize
}

/**
 * Parses the query of a page's address tolerantly: an address that was cut, mistyped or is years old still opens the
 * shop. Invalid values and defaults are dropped.
 */
export function parseCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const search = searchOf(raw.search)
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

/** Of a link with a longer search as much as the box takes of what is pasted; half of a surrogate pair is no character. */
function searchOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const beginning = value.trim().slice(0, maxSearchLength)
  return textOf(beginning.replace(/[\ud800-\udbff]$/, ''), maxSearchLength)
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
