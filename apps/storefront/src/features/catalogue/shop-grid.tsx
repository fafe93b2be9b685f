import { trpc } from '@marashi/api-client/trpc'
import { useEffect, useEffectEvent } from 'react'
import { lastPageBefore, shopQuery } from './catalogue-query.ts'
import { GridPages } from './grid-pages.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ShopHeading } from './shop-heading.tsx'
import { useCatalogueSearch } from './use-catalogue-search.ts'

/** The shop: all products that match, in pages. */
export function ShopGrid() {
  useLastPage()
  return <ProductGrid heading={<ShopHeading />} query={shopQuery} pages={GridPages} />
}

/**
 * Leads from a page behind the last one to the last one: a page link was tapped while a filter with fewer products was
 * loading, or the owner has deleted products since the page was opened.
 */
function useLastPage() {
  const { search, change } = useCatalogueSearch()
  const { data } = trpc.catalogue.products.useQuery(shopQuery(search))
  const page = lastPageBefore(data, search)
  const lead = useEffectEvent((to: number) => void change({ page: to }, { replaces: true }))
  useEffect(() => {
    if (page) lead(page)
  }, [page])
}
