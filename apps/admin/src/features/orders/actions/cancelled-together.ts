import type { AnsweredApart } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { ordersCopy } from '../../../copy/orders.ts'
import { isCashReceived } from '../cash-received.ts'

const copy = ordersCopy.cancellingMany

/** Whether the owner has to decide on money of an order before it is cancelled; what the list does not show the shop knows. */
const hasMoney = (order: AdminOrder): boolean =>
  order.paymentState === 'paid' || order.needsCheck || order.hasOpenClaim || isCashReceived(order)

/** Whether an order can be cancelled beside others. See docs/behaviour.md#cancelled-orders. */
export const canBeCancelledTogether = (order: AdminOrder): boolean => order.status !== 'cancelled' && !hasMoney(order)

/** Which of the chosen orders are left alone, and why, in one text. */
export function leftAlone(orders: readonly AdminOrder[]): string {
  const open = orders.filter(({ status }) => status !== 'cancelled')
  const withMoney = open.filter(hasMoney).length
  const cancelled = orders.length - open.length
  return [withMoney > 0 && copy.withMoney(withMoney), cancelled > 0 && copy.isCancelled(cancelled)]
    .filter(Boolean)
    .join(' ')
}

/** How many orders were cancelled, and which were refused for which reason; `refused` is empty where none was. */
export function outcomeOf(
  { results }: AnsweredApart,
  orders: readonly AdminOrder[],
): { done: string; refused: string } {
  const numbers = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]))
  const refusals = new Map<string, string[]>()
  for (const { id, problem } of results) {
    if (problem) refusals.set(problem.message, [...(refusals.get(problem.message) ?? []), numbers.get(id) ?? id])
  }
  return {
    done: copy.done(results.filter(({ order }) => order).length),
    refused: [...refusals].map(([message, of]) => copy.refused(of, message)).join(' '),
  }
}
