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
