import type { PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import {
  type ConcludedOrder,
  clearPendingPayment,
  type PendingPayment,
  readPendingPayment,
  savePendingPayment,
  usePendingPayment,
} from './pending-payment.ts'

/** The order as this browser has saved it, also behind another one; null where the browser does not wait for it. */
export const findPendingPayment = (orderId: string): PendingPayment | null => find(readPendingPayment(), orderId)

/** The same as a hook. */
export const usePendingPaymentOf = (orderId: string): PendingPayment | null => find(usePendingPayment(), orderId)

/** Saves the order that is about to be paid. Another one that this browser waits for goes on waiting behind it. */
export function putPendingPaymentFirst(order: PendingPayment): void {
  const known = readPendingPayment()
  savePendingPayment({ ...order, behind: known ? without(known, order.orderId) : undefined })
}

/**
 * Changes what is saved of an order, where it stands. False, and nothing is changed, where this browser does not wait for
 * it: what an open page remembers of an order that has ended since must not bring it back.
 */
export function updatePendingPayment(orderId: string, change: Partial<Omit<PendingPayment, 'orderId' | 'behind'>>) {
  const known = readPendingPayment()
  if (!known || !find(known, orderId)) return false
  savePendingPayment(changed(known, orderId, change))
  return true
}

/**
 * Ends the wait for an order as `clearPendingPayment` does, wherever it stands. Where another one waits, it goes on, and no
 * `outcome` is shown.
 */
export function endPendingPayment(orderId: string, outcome: ConcludedOrder | null = null): void {
  const known = readPendingPayment()
  if (!known || !find(known, orderId)) return
  const left = without(known, orderId)
  if (left) savePendingPayment(left)
  else clearPendingPayment(orderId, outcome)
}

/**
 * What the order `first` holds of the shop's pieces, as the shop's last answer says; undefined where none has come yet. Of those
 * behind it nobody asks whether they hold anything still.
 */
export function heldItems(
  first: PendingPayment | null,
  status: Pick<PaymentStatusAnswer, 'state' | 'isHolding'> | undefined,
): PendingPayment['items'] {
  const isHeld = !status || (status.state === 'unpaid' && status.isHolding)
  return first && isHeld ? first.items : []
}

function find(known: PendingPayment | null | undefined, orderId: string): PendingPayment | null {
  if (!known || known.orderId === orderId) return known ?? null
  return find(known.behind, orderId)
}

/** An order that is paid in front of itself would be concluded twice. */
function without(known: PendingPayment, orderId: string): PendingPayment | undefined {
  const behind = known.behind && without(known.behind, orderId)
  return known.orderId === orderId ? behind : { ...known, behind }
}

function changed(known: PendingPayment, orderId: string, change: Partial<PendingPayment>): PendingPayment {
  if (known.orderId === orderId) return { ...known, ...change }
  return { ...known, behind: known.behind && changed(known.behind, orderId, change) }
}
