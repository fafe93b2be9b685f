import { type CatalogueSearch, parseCatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lastPageBefore, shopQuery } from '../features/catalogue/catalogue-query.ts'
import { prefetchCatalogue } from '../features/catalogue/prefetch-catalogue.ts'
import { ShopGrid } from '../features/catalogue/shop-grid.tsx'
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
    const { page, ...filters } = parseCatalogueSearch(search)
    // With a filter, an order or another length, a page of this number holds other products.
    const isOfAll = Object.keys(filters).length === 0
    return pageHead('shop', context.shop, { path: page && isOfAll ? `/shop?page=${page}` : '/shop' })
  },
  component: ShopGrid,
})

/** An old link may name a page that no longer exists. */
function redirectToLastPage({ utils }: RouterContext, search: CatalogueSearch) {
  const page = lastPageBefore(utils.catalogue.products.getData(shopQuery(search)), search)
  if (page) throw redirect({ to: '/shop', search: parseCatalogueSearch({ ...search, page }), replace: true })
}
