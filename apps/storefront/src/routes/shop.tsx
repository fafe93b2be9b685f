import { parseCatalogueSearch } from '@marashi/domain/rules/catalogue-search'
import { createFileRoute } from '@tanstack/react-router'
import { shopQuery } from '../features/catalogue/catalogue-query.ts'
import { prefetchCatalogue } from '../features/catalogue/prefetch-catalogue.ts'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { ShopHeading } from '../features/catalogue/shop-heading.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/shop')({
  validateSearch: parseCatalogueSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchCatalogue(context.utils, [shopQuery(deps)]),
  head: ({ match: { context, search } }) =>
    pageHead('shop', context.shop, { path: search.page ? `/shop?page=${search.page}` : '/shop' }),
  component: () => <ProductGrid heading={<ShopHeading />} query={shopQuery} isPaginated />,
})
