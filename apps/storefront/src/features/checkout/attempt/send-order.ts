import { type Failure, failureOf } from '@marashi/api-client/failure'
import type { ShopClient } from '@marashi/api-client/trpc'
import type { Outcome, SendOrder } from './checkout-attempt.ts'

/** After this time without an answer the shopper can try again with the same key. */
const answerTimeoutMs = 30_000

/** Sends an attempt to the shop and reads the answer as an outcome. */
export function sendOrderWith(client: ShopClient['client']): SendOrder {
  return async ({ key, body }) => {
    try {
      const receipt = await client.checkout.placeOrder.mutate(body, {
        context: { idempotencyKey: key },
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      return { kind: 'placed', receipt }
    } catch (error) {
      return outcomeOf(failureOf(error))
    }
  }
}

/**
 * Only a refusal is certain. No answer, a server error and a concurrent request with the same key leave open whether
 * the order was stored. Where the shop calls the key used for another order it is stored: the key is this order's alone.
 */
export function outcomeOf({ status, code, quote, text, fields }: Failure): Exclude<Outcome, { kind: 'placed' }> {
  if (status === 409 && quote) return { kind: 'changed', quote, text }
  if (status < 400 || status >= 500 || status === 408 || status === 409) {
    return { kind: 'unknown', answer: status > 0 ? 'failed' : 'none' }
  }
  if (code === 'IDEMPOTENCY_KEY_REUSED') return { kind: 'unknown', answer: 'stored' }
  return { kind: 'refused', text, fields, isForNow: status === 429 }
}
