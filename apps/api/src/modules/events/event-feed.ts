import type { MikroORM } from '@mikro-orm/postgresql'
import { lastEventId } from './read-events.ts'
import { fingerprintUndecidedMoney } from './undecided-money-fingerprint.ts'

const LOOK_EVERY_MS = 1_000

/** Wakes those of one process who wait for events, whichever process wrote them. */
export interface EventFeed {
  readonly isClosed: boolean
  /**
   * Resolves when there is an event after this one or the undecided money is another, at the latest after `mostMs`, and at once
   * when the feed is closed.
   */
  wait(known: Known, mostMs: number, signal: AbortSignal): Promise<void>
  /** Ends all waiting, because the process is about to end. */
  close(): void
}

/** What somebody who waits has seen. */
interface Known {
  /** The id of the last event. */
  event: number
  /** From `fingerprintUndecidedMoney`. */
  money: string
}

const feeds = new WeakMap<MikroORM, EventFeed>()

/** The feed of a process. While anybody waits, it looks once a second, however many wait; otherwise it is idle. */
export function eventFeedOf(orm: MikroORM): EventFeed {
  const known = feeds.get(orm)
  if (known) return known
  const feed = makeFeed(orm)
  feeds.set(orm, feed)
  return feed
}

function makeFeed(orm: MikroORM): EventFeed {
  const waiting = new Map<() => void, Known>()
  let isLooking = false
  let isClosed = false

  async function look(): Promise<void> {
    // Without the database nothing can be read: whoever waits, waits on.
    const newest = await readNewest(orm).catch(() => undefined)
    if (newest) {
      for (const [wake, known] of waiting) if (newest.event > known.event || newest.money !== known.money) wake()
    }
    isLooking = false
    if (waiting.size > 0) lookLater()
  }
  function lookLater() {
    if (isLooking) return
    isLooking = true
    setTimeout(() => void look(), LOOK_EVERY_MS).unref()
  }

  return {
    get isClosed() {
      return isClosed
    },
    async wait(known, mostMs, signal) {
      if (isClosed || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const longest = setTimeout(resolve, mostMs).unref()
      const wake = () => resolve()
      signal.addEventListener('abort', wake)
      waiting.set(wake, known)
      lookLater()
      await promise
      waiting.delete(wake)
      clearTimeout(longest)
      // The signal ends with the page that is open, which waits many times.
      signal.removeEventListener('abort', wake)
    },
    close() {
      isClosed = true
      for (const wake of waiting.keys()) wake()
    },
  }
}

async function readNewest(orm: MikroORM): Promise<Known> {
  const em = orm.em.fork()
  return { event: await lastEventId(em), money: await fingerprintUndecidedMoney(em) }
}
