import { totalPages } from '@marashi/domain/rules/pagination'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Whether a list without rows may yet have some: those of another choice went and its own are on their way, or its last
 * page was emptied while earlier ones are full. Nobody is told then that nothing is left.
 */
export function awaitsRows({
  rows,
  total,
  isPlaceholderData,
}: {
  rows: readonly unknown[]
  total: number
  /** They are the answer to the choice before. */
  isPlaceholderData: boolean
}): boolean {
  return rows.length === 0 && (total > 0 || isPlaceholderData)
}

/** Leads from a page past the end of a list, whose last row has just gone, to the page that is the last one now. */
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
