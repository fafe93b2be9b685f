import type { PlaceOrder } from '@marashi/domain/contracts/checkout'
import { attemptKey, attemptLapsesAfterMs } from '../../../lib/attempt-life.ts'
import { readText, saveText } from '../../../lib/browser-storage.ts'
import { keptForTabs } from '../../../lib/kept-for-tabs.ts'

/** One attempt to place an order: its idempotency key, and exactly what was sent. */
export type Attempt = {
  key: string
  body: PlaceOrder
  /** The phone that gets the M-Pesa prompt, which is no part of the order; empty for another way to pay, or where it is not known. */
  phone: string
  /** When it was sent last, in milliseconds since 1970. */
  sentAt: number
  /** Whether the shopper has seen that no answer came. Until then the page may have been closed while sending. */
  isShownAsUnknown: boolean
}

/** After a reload an order is sent on without a word. Who comes back later than this may not want it any more, and is asked. */
const sentOnWithinMs = 2 * 60_000

// Another tab may begin an attempt, or have its answer.
const { notify, subscribe } = keptForTabs()
export const subscribeToAttempt = subscribe

/** What is left of an attempt after its hour; `total` in whole shillings. See `dropLapsed`. */
export type Lapsed = { total: number }

/** `now` in milliseconds since 1970, as the phone's clock says, which may be put right; `elapsed` since any time, by no clock. */
export type AttemptClock = { now: () => number; elapsed: () => number }

/**
 * The one attempt that the device keeps, for all its tabs: who loses the tab together with the answer comes back in another one,
 * with the cart as full as before. Without storage it is this page's alone.
 */
export function attemptStore({ now, elapsed }: AttemptClock) {
  let unsaved: Attempt | null = null
  let known: Attempt | null = null
  let sentHere: { key: string; at: number } | null = null

  const isOld = ({ sentAt }: Attempt) => Math.abs(now() - sentAt) >= attemptLapsesAfterMs
  const isYoungHere = ({ key }: Attempt) => sentHere?.key === key && elapsed() - sentHere.at < attemptLapsesAfterMs

  /** The attempt whose outcome is not known yet. */
  function pending(): Attempt | null {
    const stored = unsaved ?? readAttempt(now())
    // Gone before its hour: another tab has had the answer.
    if (stored || (known && !isOld(known))) known = stored
    // Where the phone's clock was put right meanwhile, every page of the shop has removed what this one sent a moment ago.
    return known && (stored || isYoungHere(known)) ? known : null
  }

  /** What an attempt asked that is gone because of its age, in whole shillings: nobody has heard whether it arrived. */
  function lapsed(): Lapsed | null {
    if (pending()) return null
    return known ? { total: known.body.order.total } : readLapsed()
  }

  /** Another tab may have begun an attempt of its own since this one was sent: that one stays as it is. */
  const isStillPending = ({ key }: Attempt) => pending()?.key === key

  function save(attempt: Attempt) {
    const isSentNow = sentHere?.key !== attempt.key || known?.sentAt !== attempt.sentAt
    // What is noted of one that was sent before says nothing of when: the clock may have been put right since.
    if (isSentNow) sentHere = { key: attempt.key, at: elapsed() - Math.abs(now() - attempt.sentAt) }
    known = attempt
    // Without storage a reload cannot resume; Try again on this page still uses the same key.
    unsaved = saveText(attemptKey, JSON.stringify(attempt)) ? null : attempt
    notify()
  }

  return {
    pending,
    lapsed,
    isStillPending,
    save,
    clear(attempt: Attempt) {
      if (!isStillPending(attempt)) return
      unsaved = null
      known = null
      saveText(attemptKey, null)
      notify()
    },
  }
}

/** The attempt that the device keeps; null without one, and an hour after it was sent last. `now` is in milliseconds since 1970. */
export function readAttempt(now: number): Attempt | null {
  try {
    const saved = JSON.parse(readText(attemptKey) ?? 'null') as Partial<Attempt> | null
    if (typeof saved?.key !== 'string' || typeof saved.sentAt !== 'number' || !saved.body) return null
    const { key, body, sentAt } = saved
    const ageMs = Math.abs(now - sentAt)
    if (ageMs >= attemptLapsesAfterMs) return null
    // An earlier version of the shop kept no phone.
    const phone = typeof saved.phone === 'string' ? saved.phone : ''
    return { key, body, phone, sentAt, isShownAsUnknown: saved.isShownAsUnknown === true || ageMs >= sentOnWithinMs }
  } catch {
    return null
  }
}

function readLapsed(): Lapsed | null {
  try {
    const { total } = JSON.parse(readText(attemptKey) ?? '{}')
    return typeof total === 'number' ? { total } : null
  } catch {
    return null
  }
}
