import {
  type ConcludedOrder,
  clearPendingPayment,
  type PendingPayment,
  readPendingPayment,
  savePendingPayment,
} from './pending-payment.ts'

/**
 * The order that this browser knows, for being kept behind the order that is about to be paid on its page; undefined
 * where it knows none but that one.
 */
export const setAsideFor = (orderId: string): PendingPayment | undefined => {
  const known = readPendingPayment()
  return known ? without(known, orderId) : undefined
}

/** Ends the wait for an order as `clearPendingPayment` does, and goes on with the order that waited behind it. */
export function endPendingPayment(orderId: string, outcome: ConcludedOrder | null = null): void {
  const known = readPendingPayment()
  clearPendingPayment(orderId, outcome)
  if (known?.orderId === orderId && known.behind) savePendingPayment(known.behind)
}

/** An order that is paid in front of itself would be concluded twice. */
function without(known: PendingPayment, orderId: string): PendingPayment | undefined {
  const behind = known.behind && without(known.behind, orderId)
  return known.orderId === orderId ? behind : { ...known, behind }
}
