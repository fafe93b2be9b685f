import { trpc } from '@marashi/api-client/trpc'
import type { ProductList } from '@marashi/domain/contracts/catalogue'
import type { CatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { keepPreviousData } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useRef } from 'react'
import { catalogueCopy } from '../../copy/catalogue.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { ProductCard } from './card/product-card.tsx'
import { ProductCardSkeleton } from './card/product-card-skeleton.tsx'
import { type CatalogueQuery, pageOf } from './catalogue-query.ts'
import { CatalogueToolbar } from './catalogue-toolbar.tsx'
import { EmptyGrid, FailedGrid } from './grid-notice.tsx'
import type { GridPagesProps } from './grid-pages.tsx'
import styles from './product-grid.module.css'
import { resultsText } from './results-text.ts'
import { useCatalogueSearch } from './use-catalogue-search.ts'
import { useResultsLine } from './use-results-line.ts'

/**
 * Search, filters, products and pages, for home and shop. `query` turns the page's address into the query for the
 * server; `pages` renders the page links where there are pages. While a new result loads, the old products stay,
 * dimmed. See docs/behaviour.md#product-grid.
 */
export function ProductGrid({
  heading,
  query: queryOf,
  pages: Pages,
}: {
  heading: ReactNode
  query: (search: CatalogueSearch) => CatalogueQuery
  pages?: ComponentType<GridPagesProps>
}) {
  const isPaginated = Pages !== undefined
  const { search } = useCatalogueSearch()
  const query = queryOf(search)
  const products = trpc.catalogue.products.useQuery(query, { placeholderData: keepPreviousData })
  const resultsLine = useRef<HTMLParagraphElement>(null)
  const answer = shownResult(products)
  const isFresh = answer !== undefined && !products.isPlaceholderData
  const line = useResultsLine(
    products.isLoadingError ? '' : isFresh ? resultsText({ answer, query, isPaginated }) : null,
  )

  const focusResults = () => resultsLine.current?.focus({ preventScroll: true })
  // A press in a notice may end it. The browser would take the focus with it, to the top of the page.
  const keepFocus = useCallback(
    (notice: HTMLElement | null) => () => {
      if (notice?.contains(document.activeElement)) focusResults()
    },
    [],
  )

  function showResults() {
    resultsLine.current?.scrollIntoView()
    focusResults()
  }

  return (
    <section className={styles.section}>
      {heading}
      <CatalogueToolbar total={answer?.pagination.total} />
      <p ref={resultsLine} tabIndex={-1} role="status" className={styles.results}>
        {line}
      </p>
      {products.isLoadingError ? (
        <FailedGrid ref={keepFocus} isRetrying={products.isFetching} onRetry={() => products.refetch()} />
      ) : answer?.pagination.total === 0 ? (
        <EmptyGrid ref={keepFocus} />
      ) : (
        <ul className={styles.grid} aria-busy={!isFresh}>
          {answer
            ? answer.products.map((product, index) => (
                <li key={product.id}>
                  <ProductCard
                    product={product}
                    heading={isPaginated ? 'h2' : 'h3'}
                    isFirstSeen={isPaginated && index < 2}
                  />
                </li>
              ))
            : Array.from({ length: query.limit }, (_, index) => (
                <li key={index}>
                  <ProductCardSkeleton />
                </li>
              ))}
        </ul>
      )}
      {Pages && answer && answer.pagination.total > 0 && (
        <Pages page={query.page} totalPages={answer.pagination.totalPages} onTurn={showResults} />
      )}
      {!isPaginated && answer && answer.pagination.total > answer.products.length && (
        <p className={styles.all}>
          <LinkButton variant="outline" to="/shop" search={search}>
            {catalogueCopy.seeAll(answer.pagination.total)}
          </LinkButton>
        </p>
      )}
    </section>
  )
}

/**
 * The result to show while the next one loads: the old one, unless it was empty, because that would look like the new
 * one. Nor is a page behind the last one shown, which is empty while others are not: `ShopGrid` leads to the last one.
 */
function shownResult({ data, isPlaceholderData }: { data: ProductList | undefined; isPlaceholderData: boolean }) {
  const answer = data && pageOf(data)
  const awaitsProducts = answer?.products.length === 0 && (isPlaceholderData || answer.pagination.total > 0)
  return awaitsProducts ? undefined : answer
}
