import type { AnsweredApart } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { ShopError } from '../../shop-error.ts'

/**
 * Changes several orders, one after the other. One that is refused leaves the others alone: each answer is its order or its
 * problem.
 */
export async function answerApart<Order extends { id: string }>(
  orders: readonly Order[],
  change: (order: Order) => Promise<AdminOrder>,
): Promise<AnsweredApart> {
  const results: AnsweredApart['results'] = []
  for (const order of orders) results.push(await outcomeOf(order, change))
  return { results }
}

async function outcomeOf<Order extends { id: string }>(
  order: Order,
  change: (order: Order) => Promise<AdminOrder>,
): Promise<AnsweredApart['results'][number]> {
  const { id } = order
  try {
    return { id, order: await change(order), problem: null }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const { message, details, code } = error
    return { id, order: null, problem: { code: details.code ?? code, message } }
  }
}
