import { trpc } from '@marashi/api-client/trpc'
import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { keepPreviousData } from '@tanstack/react-query'

/** See docs/behaviour.md#administrator-lists. */
export const productsPerPage = 24

/** The part of the address that selects the list. */
export type ProductSearch = { search?: string | undefined; category?: string | undefined; page?: number | undefined }

/**
 * One page of the catalogue. Everybody may read it, so the session is requested too: without one the page says so before
 * somebody fills in a form.
 */
export function useProductList({ search, category, page = 1 }: ProductSearch) {
  const session = trpc.admin.session.current.useQuery()
  const categories = trpc.catalogue.categories.useQuery()
  const products = trpc.catalogue.products.useQuery(
    { page, limit: productsPerPage, search, category },
    { placeholderData: keepPreviousData },
  )
  return {
    isError: session.isError || categories.isError || products.isError,
    // A request with a page number returns a page (docs/behaviour.md#product-lists).
    page: session.data && (products.data as ProductPage | undefined),
    categories: categories.data ?? [],
    isFetching: products.isFetching,
    isPlaceholderData: products.isPlaceholderData,
    refetch: () => Promise.all([session.refetch(), categories.refetch(), products.refetch()]),
  }
}
