import type { CatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { pageWindow } from '@marashi/domain/rules/page-window'
import { defaultPageSize, type PageSize, pageSizes } from '@marashi/domain/rules/pagination'
import { Field, Select } from '@marashi/ui/field'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { catalogueCopy } from '../../copy/catalogue.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import styles from './grid-pages.module.css'
import { useCatalogueSearch } from './use-catalogue-search.ts'

export type GridPagesProps = { page: number; totalPages: number; onTurn: () => void }

/**
 * Page links and the number of items per page. `onTurn` is called when a page is chosen. See
 * docs/behaviour.md#product-grid.
 */
export function GridPages({ page, totalPages, onTurn }: GridPagesProps) {
  const { search, change } = useCatalogueSearch()
  return (
    <div className={styles.footer}>
      <nav aria-label={catalogueCopy.pagination} className={styles.pages}>
        <ul className={styles.numbers}>
          {pageWindow(page, totalPages).map((entry, index) =>
            entry === 'ellipsis' ? (
              <li key={`gap-${index}`} aria-hidden="true" className={styles.gap}>
                …
              </li>
            ) : (
              <li key={entry}>
                <PageLink to={entry} isCurrent={entry === page} label={catalogueCopy.page(entry)} onTurn={onTurn}>
                  {entry}
                </PageLink>
              </li>
            ),
          )}
        </ul>
        <PageLink to={page - 1} isMissing={page <= 1} onTurn={onTurn} className={styles.previous}>
          <ChevronLeft size={18} aria-hidden="true" />
          {catalogueCopy.previous}
        </PageLink>
        <p className={styles.position}>{catalogueCopy.pageOf(page, totalPages)}</p>
        <PageLink to={page + 1} isMissing={page >= totalPages} onTurn={onTurn} className={styles.next}>
          {catalogueCopy.next}
          <ChevronRight size={18} aria-hidden="true" />
        </PageLink>
      </nav>
      <div className={styles.sizes}>
        <Field label={catalogueCopy.perPage}>
          <Select
            name="limit"
            value={search.limit ?? defaultPageSize}
            onChange={(event) => change({ limit: Number(event.target.value) as PageSize })}
          >
            {pageSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </Select>
        </Field>
      </div>
    </div>
  )
}

function PageLink({
  to,
  label,
  isCurrent = false,
  isMissing = false,
  onTurn,
  className = '',
  children,
}: {
  to: number
  label?: string
  isCurrent?: boolean
  isMissing?: boolean
  onTurn: () => void
  className?: string | undefined
  children: ReactNode
}) {
  const navigate = useNavigate()
  const search = (before: CatalogueSearch) => ({ ...before, page: to === 1 ? undefined : to })
  const classes = `${styles.link} ${isCurrent ? styles.current : ''} ${className}`

  /** A page of cards is much work for a slow phone, so the press itself is shown first. */
  function turn(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    afterPaint(() => {
      onTurn()
      void navigate({ to: '.', search, resetScroll: false })
    })
  }

  if (isMissing) {
    return (
      <button type="button" disabled className={classes}>
        {children}
      </button>
    )
  }
  return (
    <Link
      to="."
      search={search}
      resetScroll={false}
      activeProps={{}}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes}
      onClick={turn}
    >
      {children}
    </Link>
  )
}
