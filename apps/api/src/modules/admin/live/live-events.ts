import type { ShopEvent } from '@marashi/domain/contracts/events'
import { type TrackedEnvelope, tracked } from '@trpc/server'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { eventFeedOf } from '../../events/event-feed.ts'
import { lastEventId, readEvents } from '../../events/read-events.ts'
import { fingerprintUndecidedMoney } from '../../events/undecided-money-fingerprint.ts'
import { isSessionLive } from '../session/is-session-live.ts'

/** Each costs a connection. An owner has some browsers with some tabs, which share one. */
const MOST_OF_SESSION = 10
const MOST_OF_PROCESS = 200
/** How long after its end a session may still be sent events. */
const CHECK_SESSION_EVERY_MS = 5_000
const AT_ONCE = 100

const open = new Map<string, number>()

/**
 * What a browser is sent: where it begins, then each event under its own id, and that other typed receipts or other money
 * without an order wait for a decision.
 */
export type LiveMessage = { kind: 'begin' } | { kind: 'event'; event: ShopEvent } | { kind: 'money' }

/**
 * Sends a browser each event once, from now on or after the last one that it has seen, until it goes, its session ends
 * (UNAUTHORIZED) or the process does: then it connects again elsewhere. Throws TOO_MANY_REQUESTS.
 */
export async function* liveEvents(
  ctx: Context,
  seen: string | null | undefined,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<LiveMessage>> {
  const session = await ctx.liveSession()
  if (!session) throw loggedOut()
  const release = takePlace(session.id)
  try {
    const feed = eventFeedOf(ctx.orm)
    let last = seen ? Number(seen) : await lastEventId(ctx.em)
    // One that comes back may have missed that it changed.
    let money = seen ? undefined : await fingerprintUndecidedMoney(ctx.em)
    // A browser that is cut off before the first event must know where to go on.
    yield tracked(String(last), { kind: 'begin' })
    while (!signal.aborted) {
      if (feed.isClosed) throw new DOMException('The process ends', 'AbortError')
      if (!(await isSessionLive(ctx, session))) throw loggedOut()
      const events = await readEvents(ctx.em, { after: last, limit: AT_ONCE })
      for (const event of events) {
        last = event.id
        yield tracked(String(event.id), { kind: 'event', event })
      }
      const moneyNow = await fingerprintUndecidedMoney(ctx.em)
      if (moneyNow !== money) yield tracked(String(last), { kind: 'money' })
      money = moneyNow
      if (events.length === 0) await feed.wait({ event: last, money }, CHECK_SESSION_EVERY_MS, signal)
    }
  } finally {
    release()
  }
}

const loggedOut = () => new ShopError('UNAUTHORIZED', 'Please log in.')

function takePlace(session: string): () => void {
  const ofSession = open.get(session) ?? 0
  const ofProcess = [...open.values()].reduce((sum, count) => sum + count, 0)
  if (ofSession >= MOST_OF_SESSION || ofProcess >= MOST_OF_PROCESS) {
    throw new ShopError('TOO_MANY_REQUESTS', 'Too many pages of the administration are open.', {
      retryAfterSeconds: 60,
    })
  }
  open.set(session, ofSession + 1)
  return () => {
    const left = (open.get(session) ?? 1) - 1
    if (left > 0) open.set(session, left)
    else open.delete(session)
  }
}
