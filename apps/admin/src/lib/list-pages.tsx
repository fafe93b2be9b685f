import { buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { commonCopy } from '../copy/common.ts'
import styles from './list-pages.module.css'

/**
 * Turns the pages of a list, whose number stands in the address; nothing when all of it is on one page. `range` reads
 * "Showing x to y of n payments", `position` "Page p of N".
 */
export function ListPages({
  page,
  pageSize,
  total,
  range,
  position,
}: {
  page: number
  pageSize: number
  total: number
  range: (from: number, to: number, total: number) => string
  position: (page: number, pages: number) => string
}) {
  if (total <= pageSize) return null
  const pages = Math.ceil(total / pageSize)
  const from = Math.min((page - 1) * pageSize + 1, total)
  return (
    <nav aria-label={commonCopy.pages} className={styles.pages}>
      <p className={styles.range}>{range(from, Math.min(page * pageSize, total), total)}</p>
      <div className={styles.turns}>
        <Turn to={page - 1} isMissing={page <= 1}>
          <ChevronLeft size={18} aria-hidden="true" />
          {commonCopy.previous}
        </Turn>
        <p className={styles.position}>{position(page, pages)}</p>
        <Turn to={page + 1} isMissing={page >= pages}>
          {commonCopy.next}
          <ChevronRight size={18} aria-hidden="true" />
        </Turn>
      </div>
    </nav>
  )
}

function Turn({ to, isMissing, children }: { to: number; isMissing: boolean; children: ReactNode }) {
  const look = buttonClass({ variant: 'outline', size: 'small' })
  if (isMissing) {
    return (
      <button type="button" disabled className={`${look} ${styles.missing}`}>
        {children}
      </button>
    )
  }
  return (
    <Link to="." search={(search) => ({ ...search, page: to === 1 ? undefined : to })} className={look}>
      {children}
    </Link>
  )
}
