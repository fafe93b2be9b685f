import type { AnsweredApart } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { databaseTrouble } from '../../db/database-failure.ts'
import type { Context } from '../../http/context.ts'
import { errorAnswer } from '../../http/error-response.ts'

type Problem = NonNullable<AnsweredApart['results'][number]['problem']>

/**
 * Changes several orders, one after the other, each in a transaction of its own. One that fails, whatever the reason, leaves the
 * others alone: each answer is its order or its problem. Throws only where a failure that was nobody's refusal left all of them
 * as they were, so that the same request may come again.
 */
export async function answerApart<Order extends { id: string }>(
  { log, caller }: Pick<Context, 'log' | 'caller'>,
  orders: readonly Order[],
  change: (order: Order) => Promise<AdminOrder>,
): Promise<AnsweredApart> {
  const results: AnsweredApart['results'] = []
  const failures: unknown[] = []
  let lasting: Problem | undefined
  for (const order of orders) {
    const { id } = order
    try {
      results.push(lasting ? { id, order: null, problem: lasting } : { id, order: await change(order), problem: null })
    } catch (error) {
      const { body, isInternal } = errorAnswer(error, caller.requestId)
      const problem = { code: body.code, message: body.error }
      results.push({ id, order: null, problem })
      if (!isInternal) continue
      log.error({ err: error, orderId: id, requestId: caller.requestId }, 'one of several orders could not be changed')
      failures.push(error)
      // A database that is away or full refuses the rest too, each after a wait of its own.
      if (isLasting(error)) lasting = problem
    }
  }
  if (failures.length > 0 && results.every(({ order }) => order === null)) throw failures[0]
  return { results }
}

/** Of a database that is only busy, the next order may be free. */
function isLasting(error: unknown): boolean {
  const trouble = databaseTrouble(error)
  return trouble === 'unreachable' || trouble === 'full'
}
