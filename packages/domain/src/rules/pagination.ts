/** Pages of 12 products, or as many as the shopper chooses. See docs/behaviour.md#product-grid. */

export const pageSizes = [6, 12, 24, 48] as const
export type PageSize = (typeof pageSizes)[number]
export const defaultPageSize: PageSize = 12
export const homeGridSize = 3

/** How many pages `total` items fill; 0 without items. */
export function totalPages(total: number, limit: number): number {
  return Math.ceil(total / limit)
}

/** How many items are on the pages before `page`, which counts from 1. */
export function itemsBefore({ page, limit }: { page: number; limit: number }): number {
  return (page - 1) * limit
}

/** The a and b of "Showing a-b of N products", counted from 1; both 0 on a page without products. */
export function shownRange({ page, limit, total }: { page: number; limit: number; total: number }): {
  from: number
  to: number
} {
  const from = itemsBefore({ page, limit }) + 1
  if (from > total) return { from: 0, to: 0 }
  return { from, to: Math.min(page * limit, total) }
}
