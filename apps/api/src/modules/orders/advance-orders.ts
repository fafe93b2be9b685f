import type { AdvancedMany, AdvanceMany } from '@marashi/domain/contracts/admin-order-steps'
import type { OrderStatusChange } from '@marashi/domain/contracts/admin-orders'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { advanceOrder } from './advance-order.ts'

/** Moves several orders on. One that is refused leaves the others alone: each answer is its order or its problem. */
export async function advanceOrders(
  ctx: Pick<Context, 'em' | 'clock'>,
  { changes }: AdvanceMany,
): Promise<AdvancedMany> {
  const results: AdvancedMany['results'] = []
  for (const change of changes) results.push(await outcomeOf(ctx, change))
  return { results }
}

async function outcomeOf(
  ctx: Pick<Context, 'em' | 'clock'>,
  change: OrderStatusChange,
): Promise<AdvancedMany['results'][number]> {
  try {
    return { id: change.id, order: await advanceOrder(ctx, change), problem: null }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const { message, details, code } = error
    return { id: change.id, order: null, problem: { code: details.code ?? code, message } }
  }
}
