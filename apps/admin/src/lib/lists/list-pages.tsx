import { shownRange, totalPages } from '@marashi/domain/rules/pagination'
import { buttonClass } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { useLastPage } from './last-page.ts'
import styles from './list-pages.module.css'

/**
 * The rows of a list between the line with their range and the links to other pages; the rows alone when one page holds
 * them all. The address holds the page number. `range` reads "Showing x to y of n payments", `position` "Page p of N". A
 * change of page scrolls to its first row. A screen reader hears how many a search or filter has found.
 */
export function ListPages({
  list,
  page = 1,
  pageSize,
  range,
  position,
  children,
}: {
  list: { total: number | undefined; isFetching: boolean }
  page: number | undefined
  pageSize: number
  range: (from: number, to: number, total: number) => string
  position: (page: number, pages: number) => string
  children: ReactNode
}) {
  const { total = 0, isFetching } = list
  useLastPage({ page, pageSize, total, isFetching })
  const { line, onChange } = usePageChange(page)
  const isLong = total > pageSize
  const pages = totalPages(total, pageSize)
  const { from, to } = shownRange({ page, limit: pageSize, total })
  return (
    <>
      <VisuallyHidden>
        {/* The total alone: after a change of page the line with the range has the focus, and is read. */}
        <span role="status">{list.total !== undefined && commonCopy.found(list.total)}</span>
      </VisuallyHidden>
      {isLong && (
        <p ref={line} tabIndex={-1} className={styles.range}>
          {range(from, to, total)}
        </p>
      )}
      {children}
      {isLong && (
        <nav aria-label={commonCopy.pages} className={styles.turns}>
          <PageLink to={page - 1} isMissing={page <= 1} onChange={onChange}>
            <ChevronLeft size={18} aria-hidden="true" />
            {commonCopy.previous}
          </PageLink>
          <p className={styles.position}>{position(page, pages)}</p>
          <PageLink to={page + 1} isMissing={page >= pages} onChange={onChange}>
            {commonCopy.next}
            <ChevronRight size={18} aria-hidden="true" />
          </PageLink>
        </nav>
      )}
    </>
  )
}

/** After a change of page the line above the rows is scrolled to and focused; Back and filters keep their own position. */
function usePageChange(page: number) {
  const line = useRef<HTMLParagraphElement>(null)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current !== page) return
    wanted.current = undefined
    line.current?.scrollIntoView?.({ block: 'start' })
    line.current?.focus({ preventScroll: true })
  }, [page])
  return {
    line,
    onChange: (to: number) => {
      wanted.current = to
    },
  }
}

function PageLink({
  to,
  isMissing,
  onChange,
  children,
}: {
  to: number
  isMissing: boolean
  onChange: (to: number) => void
  children: ReactNode
}) {
  const look = buttonClass({ variant: 'outline', size: 'small' })
  if (isMissing) {
    return (
      <button type="button" disabled className={`${look} ${styles.missing}`}>
        {children}
      </button>
    )
  }
  return (
    <Link
      to="."
      search={(search) => ({ ...search, page: to === 1 ? undefined : to })}
      resetScroll={false}
      onClick={() => onChange(to)}
      className={look}
    >
      {children}
    </Link>
  )
}
