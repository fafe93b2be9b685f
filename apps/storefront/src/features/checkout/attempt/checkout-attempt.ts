import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { attemptKey, attemptLapsesAfterMs } from '../../../lib/attempt-life.ts'

/** One attempt to place an order: its idempotency key, and exactly what was sent. */
export type Attempt = {
  key: string
  body: PlaceOrder
  /** When it was sent last, in milliseconds since 1970. */
  sentAt: number
  /** Whether the shopper has seen that no answer came. Until then the page may have been closed while sending. */
  isShownAsUnknown: boolean
}

/**
 * How sending ended. After `unknown` the order may exist or not, also where the shop answered; the others are certain. A
 * refusal `isForNow` where too many requests came at once.
 */
export type Outcome =
  | { kind: 'placed'; receipt: OrderReceipt; body: PlaceOrder }
  | { kind: 'changed'; quote: Quote; text: string }
  | { kind: 'refused'; text: string; fields: Record<string, string>; isForNow: boolean }
  | { kind: 'unknown'; isAnswered: boolean }

/** Sends one order, returns how that ended and never throws. */
export type SendOrder = (attempt: Attempt) => Promise<Exclude<Outcome, { kind: 'placed' }> | PlacedAnswer>
type PlacedAnswer = { kind: 'placed'; receipt: OrderReceipt }

export interface CheckoutAttempts {
  /** The attempt whose outcome is not known yet, also after a reload and in another tab, for an hour. */
  pending: () => Attempt | null
  /**
   * Sends an order. An earlier attempt whose outcome is unknown is sent again first, with its own key and body. Only
   * after a certain refusal of that one the new order is sent, so that one cart never becomes two orders.
   */
  place: (body: PlaceOrder) => Promise<Outcome>
  /** Sends the unresolved attempt again; null when there is none. */
  resume: () => Promise<Outcome | null>
  /** Marks that the shopper has seen that no answer came: from now on only the shopper sends it again. */
  markShownAsUnknown: () => void
}

/** After a reload an order is sent on without a word. Who comes back later than this may not want it any more, and is asked. */
const sentOnWithinMs = 2 * 60_000

/**
 * Makes one order of one press of the button, also when the press is repeated, the page is reloaded or closed, or no answer comes.
 * The key and the body are saved before anything is sent. See docs/behaviour.md#order-idempotency.
 */
export function createCheckoutAttempts(deps: {
  /** Called at each use, because a browser that forbids storage throws here. */
  openStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  send: SendOrder
  newKey: () => string
  /** In milliseconds since 1970. */
  now: () => number
}): CheckoutAttempts {
  const { openStorage, send, newKey, now } = deps
  let inFlight: Promise<Outcome> | null = null
  let unsaved: Attempt | null = null

  const pending = () => unsaved ?? readAttempt(openStorage, now())

  function save(attempt: Attempt | null) {
    unsaved = null
    try {
      if (attempt) openStorage().setItem(attemptKey, JSON.stringify(attempt))
      else openStorage().removeItem(attemptKey)
    } catch {
      // Without storage a reload cannot resume; Try again on this page still uses the same key.
      unsaved = attempt
    }
  }

  async function sendAttempt(attempt: Attempt): Promise<Outcome> {
    const isSentAgain = pending()?.key === attempt.key
    save({ ...attempt, sentAt: now(), isShownAsUnknown: false })
    const outcome = await send(attempt)
    // Who sends too much is told so before its key is looked up: the order may be there since the first time.
    if (isSentAgain && outcome.kind === 'refused' && outcome.isForNow) return { kind: 'unknown', isAnswered: true }
    if (outcome.kind !== 'unknown') save(null)
    return outcome.kind === 'placed' ? { ...outcome, body: attempt.body } : outcome
  }

  async function resolveThenSend(body: PlaceOrder): Promise<Outcome> {
    const earlier = pending()
    if (earlier) {
      const outcome = await sendAttempt(earlier)
      const isSameOrder = JSON.stringify(earlier.body) === JSON.stringify(body)
      if (isSameOrder || outcome.kind === 'placed' || outcome.kind === 'unknown') return outcome
    }
    return sendAttempt({ key: newKey(), body, sentAt: now(), isShownAsUnknown: false })
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
    place: (body) => once(() => resolveThenSend(body)),
    async resume() {
      const earlier = pending()
      return earlier ? once(() => sendAttempt(earlier)) : null
    },
    markShownAsUnknown() {
      const attempt = pending()
      if (attempt) save({ ...attempt, isShownAsUnknown: true })
    },
  }
}

function readAttempt(openStorage: () => Pick<Storage, 'getItem' | 'removeItem'>, now: number): Attempt | null {
  try {
    const storage = openStorage()
    const saved = JSON.parse(storage.getItem(attemptKey) ?? 'null') as Partial<Attempt> | null
    if (typeof saved?.key !== 'string' || typeof saved.sentAt !== 'number' || !saved.body) return null
    const { key, body, sentAt } = saved
    const ageMs = Math.abs(now - sentAt)
    if (ageMs < attemptLapsesAfterMs)
      return { key, body, sentAt, isShownAsUnknown: saved.isShownAsUnknown === true || ageMs >= sentOnWithinMs }
    storage.removeItem(attemptKey)
    return null
  } catch {
    return null
  }
}
