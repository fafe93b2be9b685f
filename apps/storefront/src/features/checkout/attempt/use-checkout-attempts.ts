import { trpc } from '@marashi/api-client/trpc'
import { useEffect, useState } from 'react'
import { type CheckoutAttempts, createCheckoutAttempts } from './checkout-attempt.ts'
import { sendOrderWith } from './send-order.ts'
import { subscribeToAttempt } from './stored-attempt.ts'

/** A notice that was on the screen this long counts as read. */
const readAfterMs = 1_000

/** The attempts of this page to place an order; the same object for as long as the page lives. */
export function useCheckoutAttempts(): CheckoutAttempts {
  const { client } = trpc.useUtils()
  const [attempts] = useState(() =>
    createCheckoutAttempts({
      send: sendOrderWith(client),
      newKey: newIdempotencyKey,
      now: Date.now,
      elapsed: () => performance.now(),
    }),
  )
  // What another tab does is looked at when it is done: later on, an answered attempt would be as old as a lapsed one.
  useEffect(() => {
    const unsubscribe = subscribeToAttempt(attempts.pending)
    return () => unsubscribe()
  }, [attempts])
  return attempts
}

/** Marks the attempt once the shopper has had time to read that its outcome is unknown. */
export function useMarkShownAsUnknown(attempts: CheckoutAttempts, isUnknown: boolean): void {
  // A page that is being left loses its request too and shows the notice, which nobody reads.
  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(attempts.markShownAsUnknown, readAfterMs)
    return () => clearTimeout(timer)
  }, [isUnknown, attempts])
}

/** A unique key of 128 random bits in hex. Browsers have no `randomUUID` on pages without https. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
