import { trpc } from '@marashi/api-client/trpc'
import type { CatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type CatalogueQuery, pageOf } from './catalogue-query.ts'
import { CatalogueToolbar } from './catalogue-toolbar.tsx'
import { EmptyGrid, FailedGrid } from './grid-notice.tsx'
import { GridPages } from './grid-pages.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductCardSkeleton } from './product-card-skeleton.tsx'
import styles from './product-grid.module.css'
import { resultsText } from './results-text.ts'
import { useCatalogueSearch } from './use-catalogue-search.ts'

/**
 * Search, filters, products and pages, for home and shop (specification §2). `query` turns the page's address into
 * the question for the server. While a new answer is on its way the old products stay, dimmed.
 */
export function ProductGrid({
  heading,
  query: queryOf,
  isPaginated,
}: {
  heading: ReactNode
  query: (search: CatalogueSearch) => CatalogueQuery
  isPaginated: boolean
}) {
  const { search } = useCatalogueSearch()
  const query = queryOf(search)
  const products = trpc.catalogue.products.useQuery(query, { placeholderData: keepPreviousData })
  const resultsLine = useRef<HTMLParagraphElement>(null)
  const answer = products.data && pageOf(products.data)

  function showResults() {
    resultsLine.current?.scrollIntoView()
    resultsLine.current?.focus({ preventScroll: true })
  }

  return (
    <section className={styles.section}>
      {heading}
      <CatalogueToolbar total={answer?.pagination.total} />
      <p ref={resultsLine} tabIndex={-1} role="status" className={styles.results}>
        {answer && answer.pagination.total > 0 && resultsText({ answer, query, isPaginated })}
      </p>
      {products.isError ? (
        <FailedGrid isRetrying={products.isFetching} onRetry={() => products.refetch()} />
      ) : answer && answer.products.length === 0 ? (
        <EmptyGrid />
      ) : (
        <ul className={styles.grid} aria-busy={products.isPlaceholderData || !answer}>
          {answer
            ? answer.products.map((product, index) => (
                <li key={product.id}>
                  <ProductCard product={product} isFirstSeen={isPaginated && index < 2} />
                </li>
              ))
            : Array.from({ length: query.limit }, (_, index) => (
                <li key={index}>
                  <ProductCardSkeleton />
                </li>
              ))}
        </ul>
      )}
      {isPaginated && answer && answer.pagination.total > 0 && (
        <GridPages page={query.page} totalPages={answer.pagination.totalPages} onTurn={showResults} />
      )}
    </section>
  )
}
