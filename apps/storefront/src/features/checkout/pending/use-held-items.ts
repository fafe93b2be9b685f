import { trpc } from '@marashi/api-client/trpc'
import { useUnansweredItems } from '../attempt/use-unanswered-items.ts'
import { type PendingPayment, usePendingPayment } from './pending-payment.ts'
import { heldItems } from './set-aside.ts'
import { statusQuery } from './status-query.ts'

/**
 * The pieces that the shop holds for this browser's order until it is paid; changes when the shop says so. An order that has no
 * answer may be there, and hold the pieces that it asked for.
 */
export function useHeldItems(): PendingPayment['items'] {
  const order = usePendingPayment()
  // `PendingPaymentWatch` on every page sends the query; this reads its answer.
  const { data } = trpc.orders.paymentStatus.useQuery({ id: order?.orderId ?? '' }, { ...statusQuery, enabled: false })
  return [...heldItems(order, data), ...useUnansweredItems()]
}
