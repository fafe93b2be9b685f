import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { productsCopy } from '../../copy/products.ts'
import { ProductsPage } from '../../features/products/products-page.tsx'
import { idParam, pageParam, searchParam } from '../../lib/lists/list-search.ts'
import { useListSearch } from '../../lib/lists/use-list-search.ts'

export const Route = createFileRoute('/_admin/products')({
  staticData: { title: productsCopy.title },
  validateSearch: z.object({ search: searchParam, category: idParam, page: pageParam }),
  component: ProductsRoute,
})

function ProductsRoute() {
  return <ProductsPage search={Route.useSearch()} onSearch={useListSearch()} />
}
