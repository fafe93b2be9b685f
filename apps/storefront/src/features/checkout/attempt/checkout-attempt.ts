import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'

/** One order on its way: the key under which the server knows it, and exactly what was sent. */
export type Attempt = {
  key: string
  body: PlaceOrder
  /** Whether the shopper has been told that no answer came. Until then the page may have died while sending. */
  isShownAsUnknown: boolean
}

/** How sending ended. After `unknown` the order may or may not exist; after the others it is certain. */
export type Outcome =
  | { kind: 'placed'; receipt: OrderReceipt; body: PlaceOrder }
  | { kind: 'changed'; quote: Quote }
  | { kind: 'refused'; text: string; fields: Record<string, string> }
  | { kind: 'unknown' }

/** Sends one order; answers how it ended and never throws. */
export type SendOrder = (attempt: Attempt) => Promise<Exclude<Outcome, { kind: 'placed' }> | PlacedAnswer>
type PlacedAnswer = { kind: 'placed'; receipt: OrderReceipt }

export interface CheckoutAttempts {
  /** The attempt whose outcome is not known yet, also after a reload. */
  pending: () => Attempt | null
  /**
   * Sends an order. While an earlier one is unresolved it is sent again first, with its own key and body, and
   * only a certain refusal lets the new one go out: two orders never come from one cart.
   */
  place: (body: PlaceOrder) => Promise<Outcome>
  /** Sends the unresolved attempt again; null when there is none. */
  resume: () => Promise<Outcome | null>
  /** Notes that the shopper sees that no answer came: from now on only they send it again. */
  markShownAsUnknown: () => void
}

const storageKey = 'checkout-attempt'

/**
 * Sees to it that one press of the button, however often repeated, reloaded or left unanswered, makes one order
 * (decisions 19). The key and the body are stored before anything is sent.
 */
export function createCheckoutAttempts(deps: {
  /** Called at each use, because a browser that forbids storage throws already here. */
  openStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  send: SendOrder
  newKey: () => string
}): CheckoutAttempts {
  const { openStorage, send, newKey } = deps
  let underWay: Promise<Outcome> | null = null
  let unsaved: Attempt | null = null

  const pending = () => unsaved ?? readAttempt(openStorage)

  function keep(attempt: Attempt | null) {
    unsaved = null
    try {
      if (attempt) openStorage().setItem(storageKey, JSON.stringify(attempt))
      else openStorage().removeItem(storageKey)
    } catch {
      // Without storage a reload cannot resume, but Try again in this page still uses the same key.
      unsaved = attempt
    }
  }

  async function deliver(attempt: Attempt): Promise<Outcome> {
    keep({ ...attempt, isShownAsUnknown: false })
    const outcome = await send(attempt)
    if (outcome.kind !== 'unknown') keep(null)
    return outcome.kind === 'placed' ? { ...outcome, body: attempt.body } : outcome
  }

  async function resolveThenDeliver(body: PlaceOrder): Promise<Outcome> {
    const earlier = pending()
    if (earlier) {
      const outcome = await deliver(earlier)
      const isSameOrder = JSON.stringify(earlier.body) === JSON.stringify(body)
      if (isSameOrder || outcome.kind === 'placed' || outcome.kind === 'unknown') return outcome
    }
    return deliver({ key: newKey(), body, isShownAsUnknown: false })
  }

  /** A second tap while the first is on its way gets the first one's answer. */
  function once(start: () => Promise<Outcome>): Promise<Outcome> {
    underWay ??= start().finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    pending,
    place: (body) => once(() => resolveThenDeliver(body)),
    async resume() {
      const earlier = pending()
      return earlier ? once(() => deliver(earlier)) : null
    },
    markShownAsUnknown() {
      const attempt = pending()
      if (attempt) keep({ ...attempt, isShownAsUnknown: true })
    },
  }
}

function readAttempt(openStorage: () => Pick<Storage, 'getItem'>): Attempt | null {
  try {
    const saved = JSON.parse(openStorage().getItem(storageKey) ?? 'null') as Partial<Attempt> | null
    if (typeof saved?.key !== 'string' || !saved.body) return null
    return { key: saved.key, body: saved.body, isShownAsUnknown: saved.isShownAsUnknown === true }
  } catch {
    return null
  }
}
