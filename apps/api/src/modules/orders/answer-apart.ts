import { type AnsweredApart, answeredApart } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { databaseTrouble } from '../../db/database-failure.ts'
import type { Context } from '../../http/context.ts'
import { errorAnswer } from '../../http/error-response.ts'
import { BUSY_MESSAGE } from '../../shop-error.ts'

type Problem = NonNullable<AnsweredApart['results'][number]['problem']>

// A hundred orders that are each waited for would take longer than callers do, and than a key is held for them.
const LONGEST_MS = 20_000
const outOfTime: Problem = { code: 'SERVICE_UNAVAILABLE', message: BUSY_MESSAGE }

/**
 * Changes several orders, one after the other, each in a transaction of its own. One that fails, whatever the reason, leaves the
 * others alone: each answer is its order or its problem. Those that are not reached in time stay as they are too, because the shop is
 * busy. Throws only where a failure that was nobody's refusal left all of them as they were, so that the same request may come again.
 */
export async function answerApart<Order extends { id: string }>(
  { log, caller, clock }: Pick<Context, 'log' | 'caller' | 'clock'>,
  orders: readonly Order[],
  change: (order: Order) => Promise<AdminOrder>,
): Promise<AnsweredApart> {
  const results: AnsweredApart['results'] = []
  const failures: unknown[] = []
  let lasting: Problem | undefined
  const end = clock().getTime() + LONGEST_MS
  for (const order of orders) {
    const { id } = order
    if (clock().getTime() >= end) lasting ??= outOfTime
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

/** Whether an answer says of an order that a failure left it as it was, so that the same request may change it yet. */
export const leftSome = (answer: unknown): boolean =>
  answeredApart.parse(answer).results.some(({ problem }) => problem !== null && failureCodes.has(problem.code))

const failureCodes: ReadonlySet<string> = new Set([
  'SERVICE_UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
] satisfies ErrorCode[])

/** Of a database that is only busy, the next order may be free. */
function isLasting(error: unknown): boolean {
  const trouble = databaseTrouble(error)
  return trouble === 'unreachable' || trouble === 'full'
}
