import { type Failure, failureOf } from '@marashi/api-client/failure'
import type { ShopClient } from '@marashi/api-client/trpc'
import type { Outcome, SendOrder } from './checkout-attempt.ts'

/** After this long without an answer the shopper is told, and can try again with the same key. */
const answerTimeoutMs = 30_000

/** Sends an attempt to the shop and sorts the answer into what the shopper can do about it. */
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
 * Only an answer that says no is a no. Silence, a fault of ours and a rival request leave open whether the order was
 * stored.
 */
export function outcomeOf({ status, quote, text, fields }: Failure): Exclude<Outcome, { kind: 'placed' }> {
  if (status === 409) return quote ? { kind: 'changed', quote } : { kind: 'unknown' }
  if (status < 400 || status >= 500 || status === 408) return { kind: 'unknown' }
  return { kind: 'refused', text, fields }
}
