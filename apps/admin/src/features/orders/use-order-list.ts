import { trpc } from '@marashi/api-client/trpc'
import type { OrderView } from '@marashi/domain/contracts/admin-orders'
import { itemsBefore } from '@marashi/domain/rules/pagination'
import { keepPreviousData } from '@tanstack/react-query'

/** See docs/behaviour.md#administrator-lists. */
export const ordersPerPage = 20

/** The part of the address that selects the list. */
export type OrderSearch = {
  status?: OrderView | undefined
  search?: string | undefined
  page?: number | undefined
  /** The order that is open. */
  order?: string | undefined
}

/** One page of the orders. The rows of the page before stay until the new ones arrive. */
export function useOrderList({ status, search, page = 1 }: OrderSearch) {
  return trpc.admin.orders.list.useQuery(
    { limit: ordersPerPage, offset: itemsBefore({ page, limit: ordersPerPage }), status, search },
    { placeholderData: keepPreviousData },
  )
}
