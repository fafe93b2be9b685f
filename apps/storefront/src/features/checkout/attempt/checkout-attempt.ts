import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { type Attempt, type AttemptClock, attemptStore, type Lapsed } from './stored-attempt.ts'

/**
 * How sending ended. After `unknown` the order may exist or not, also where the shop answered: that it `failed`, or that an
 * order is `stored` under this key, which it does not show. The others are certain. A refusal `isForNow` where too many
 * requests came at once.
 */
export type Outcome =
  | { kind: 'placed'; receipt: OrderReceipt; body: PlaceOrder; phone: string }
  | { kind: 'changed'; quote: Quote; text: string }
  | { kind: 'refused'; text: string; fields: Record<string, string>; isForNow: boolean }
  | { kind: 'unknown'; answer: 'none' | 'failed' | 'stored' }

/** Sends one order, returns how that ended and never throws. */
export type SendOrder = (attempt: Attempt) => Promise<Exclude<Outcome, { kind: 'placed' }> | PlacedAnswer>
type PlacedAnswer = { kind: 'placed'; receipt: OrderReceipt }

export interface CheckoutAttempts {
  /** The attempt whose outcome is not known yet, also after a reload and in another tab, for an hour. */
  pending: () => Attempt | null
  /** One that is gone with its hour, also after a reload: nobody knows whether it arrived. Null where its answer has come. */
  lapsed: () => Lapsed | null
  /**
   * Sends an order, which `phone` is to pay where M-Pesa does. An earlier attempt whose outcome is unknown is sent again
   * first, with its own key and body. Only after a certain refusal of that one the new order is sent, so that one cart
   * never becomes two orders.
   */
  place: (body: PlaceOrder, phone: string) => Promise<Outcome>
  /** Sends the unresolved attempt again; null when there is none. `phone` pays instead of the one that was kept with it. */
  resume: (phone?: string) => Promise<Outcome | null>
  /** Marks that the shopper has seen that no answer came: from now on only the shopper sends it again. */
  markShownAsUnknown: () => void
}

/**
 * Makes one order of one press of the button, also when the press is repeated, the page is reloaded or closed, or no answer comes.
 * The key and the body are saved before anything is sent. See docs/behaviour.md#order-idempotency.
 */
export function createCheckoutAttempts(
  deps: { send: SendOrder; newKey: () => string } & AttemptClock,
): CheckoutAttempts {
  const { send, newKey, now } = deps
  const { pending, lapsed, isStillPending, save, clear } = attemptStore(deps)
  let inFlight: Promise<Outcome> | null = null
  let sentLast: Attempt | null = null

  async function sendAttempt(attempt: Attempt): Promise<Outcome> {
    const isSentAgain = isStillPending(attempt)
    sentLast = attempt
    save({ ...attempt, sentAt: now(), isShownAsUnknown: false })
    const outcome = await send(attempt)
    // Who sends too much is told so before its key is looked up: the order may be there since the first time.
    if (isSentAgain && outcome.kind === 'refused' && outcome.isForNow) return { kind: 'unknown', answer: 'failed' }
    if (outcome.kind !== 'unknown') clear(attempt)
    // The answer stays the same however often it is asked for, so asking again does not start the hour anew.
    else if (outcome.answer === 'stored' && isStillPending(attempt)) save(attempt)
    return outcome.kind === 'placed' ? { ...outcome, body: attempt.body, phone: attempt.phone } : outcome
  }

  async function resolveThenSend(body: PlaceOrder, phone: string): Promise<Outcome> {
    const earlier = pending()
    if (earlier) {
      const isSameOrder = JSON.stringify(earlier.body) === JSON.stringify(body)
      const outcome = await sendAttempt(isSameOrder ? { ...earlier, phone } : earlier)
      if (isSameOrder || outcome.kind === 'placed' || outcome.kind === 'unknown') return outcome
      // Another tab that waited for the same answer may have begun the next attempt before this one.
      const next = pending()
      if (next && next.key !== earlier.key) return resolveThenSend(body, phone)
    }
    return sendAttempt({ key: newKey(), body, phone, sentAt: now(), isShownAsUnknown: false })
  }

  /** A second press while the first is being sent gets the answer to the first. */
  function once(start: () => Promise<Outcome>): Promise<Outcome> {
    inFlight ??= start().finally(() => {
      inFlight = null
    })
    return inFlight
  }

  return {
    pending,
    lapsed,
    place: (body, phone) => once(() => resolveThenSend(body, phone)),
    async resume(phone) {
      const earlier = pending()
      return earlier ? once(() => sendAttempt({ ...earlier, phone: phone ?? earlier.phone })) : null
    },
    markShownAsUnknown() {
      const attempt = pending()
      // One that another tab has begun since is not what the shopper has read about here.
      if (attempt && attempt.key === sentLast?.key) save({ ...attempt, isShownAsUnknown: true })
    },
  }
}
