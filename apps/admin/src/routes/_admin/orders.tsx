import { orderViews } from '@marashi/domain/contracts/admin-orders'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ordersCopy } from '../../copy/orders.ts'
import { OrdersPage } from '../../features/orders/orders-page.tsx'
import { choiceParam, idParam, pageParam, searchParam } from '../../lib/lists/list-search.ts'
import { useListSearch } from '../../lib/lists/use-list-search.ts'

export const Route = createFileRoute('/_admin/orders')({
  staticData: { title: ordersCopy.title },
  validateSearch: z.object({
    status: choiceParam(orderViews),
    search: searchParam,
    page: pageParam,
    order: idParam,
  }),
  component: OrdersRoute,
})

function OrdersRoute() {
  return <OrdersPage search={Route.useSearch()} onSearch={useListSearch()} />
}
