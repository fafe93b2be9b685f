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

/**
 * The page buttons to show: all when 7 or fewer; otherwise the first, the last, the current one with its neighbours,
 * and an ellipsis for each gap. A gap of a single page shows that page, because its button takes no more space.
 */
export function pageWindow(current: number, totalPages: number): (number | 'ellipsis')[] {
  if (totalPages <= 7) return Array.from({ length: Math.max(totalPages, 0) }, (_, index) => index + 1)
  const here = Math.min(Math.max(current, 1), totalPages)
  const shown = [1, here - 1, here, here + 1, totalPages].filter((page) => page >= 1 && page <= totalPages)
  const buttons: (number | 'ellipsis')[] = []
  let previous = 0
  for (const page of new Set(shown)) {
    if (page === previous + 2) buttons.push(previous + 1)
    if (page > previous + 2) buttons.push('ellipsis')
    buttons.push(page)
    previous = page
  }
  return buttons
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
