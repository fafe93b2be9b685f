import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { useRouter } from '@tanstack/react-router'

/**
 * The order that the address opens, with its neighbours on the page. Closing goes back where it was opened from the list,
 * so that Back does not open it again; an address that somebody came with loses the order.
 */
export function useOpenOrder({
  id,
  orders = [],
  onSearch,
}: {
  id: string | undefined
  orders: readonly AdminOrder[] | undefined
  onSearch: (change: { order: undefined }) => Promise<void>
}) {
  const { history, state } = useRouter()
  if (!id) return undefined
  const place = orders.findIndex((order) => order.id === id)
  return {
    id,
    listed: orders[place],
    neighbours: place < 0 ? none : { before: orders[place - 1]?.id, after: orders[place + 1]?.id },
    onClose: () => {
      if (state.location.state.isOpenedFromList) history.back()
      else void onSearch({ order: undefined })
    },
  }
}

const none = { before: undefined, after: undefined }
