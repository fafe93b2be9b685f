import { totalPages } from '@marashi/domain/rules/pagination'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Whether rows may still come for a list that has none: the rows of a new filter are loading, or the last page is empty
 * while earlier pages are not. The list must not say "nothing found" then.
 */
export function awaitsRows({
  rows,
  total,
  isPlaceholderData,
}: {
  rows: readonly unknown[]
  total: number
  /** The rows belong to the previous filter. */
  isPlaceholderData: boolean
}): boolean {
  return rows.length === 0 && (total > 0 || isPlaceholderData)
}

/** Navigates from a page past the end of a list, whose last row was deleted, to the page that is now the last. */
export function useLastPage({
  page,
  pageSize,
  total,
  isFetching,
}: {
  page: number
  pageSize: number
  total: number
  isFetching: boolean
}): void {
  const navigate = useNavigate()
  const last = totalPages(total, pageSize)
  const isPastEnd = !isFetching && total > 0 && page > last
  useEffect(() => {
    if (!isPastEnd) return
    void navigate({
      to: '.',
      search: (search) => ({ ...search, page: last === 1 ? undefined : last }),
      replace: true,
      resetScroll: false,
    })
  }, [isPastEnd, last, navigate])
}
