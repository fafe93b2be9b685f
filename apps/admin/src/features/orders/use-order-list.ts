import { trpc } from '@marashi/api-client/trpc'
import type { OrderView } from '@marashi/domain/contracts/admin-orders'
import { itemsBefore } from '@marashi/domain/rules/pagination'
import { keepPreviousData } from '@tanstack/react-query'

/** Specification §9. */
export const ordersPerPage = 20

/** What the address says of the list. */
export type OrderSearch = {
  status?: OrderView | undefined
  search?: string | undefined
  page?: number | undefined
  /** The order whose history is open. */
  order?: string | undefined
}

/** One page of the orders; the rows of the page before stay until it is there. */
export function useOrderList({ status, search, page = 1 }: OrderSearch) {
  return trpc.admin.orders.list.useQuery(
    { limit: ordersPerPage, offset: itemsBefore({ page, limit: ordersPerPage }), status, search },
    { placeholderData: keepPreviousData },
  )
}
