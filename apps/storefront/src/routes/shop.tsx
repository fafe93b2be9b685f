import { type CatalogueSearch, parseCatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageOf, shopQuery } from '../features/catalogue/catalogue-query.ts'
import { GridPages } from '../features/catalogue/grid-pages.tsx'
import { prefetchCatalogue } from '../features/catalogue/prefetch-catalogue.ts'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { ShopHeading } from '../features/catalogue/shop-heading.tsx'
import { pageHead } from '../lib/head.ts'
import type { RouterContext } from '../router.tsx'

export const Route = createFileRoute('/shop')({
  validateSearch: parseCatalogueSearch,
  // The router merges the raw parameters of the address, also invalid ones, into the result of `validateSearch`.
  loaderDeps: ({ search }) => parseCatalogueSearch(search),
  loader: async ({ context, deps }) => {
    await prefetchCatalogue(context.utils, [shopQuery(deps)])
    redirectToLastPage(context, deps)
  },
  head: ({ match: { context, search } }) => {
    const { page } = parseCatalogueSearch(search)
    return pageHead('shop', context.shop, { path: page ? `/shop?page=${page}` : '/shop' })
  },
  component: () => <ProductGrid heading={<ShopHeading />} query={shopQuery} pages={GridPages} />,
})

/** An old link may name a page that no longer exists. */
function redirectToLastPage({ utils }: RouterContext, search: CatalogueSearch) {
  const answer = utils.catalogue.products.getData(shopQuery(search))
  const lastPage = answer && pageOf(answer).pagination.totalPages
  if (!lastPage || (search.page ?? 1) <= lastPage) return
  throw redirect({ to: '/shop', search: parseCatalogueSearch({ ...search, page: lastPage }), replace: true })
}
