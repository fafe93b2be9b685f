import { LRUCache } from 'lru-cache'
import { SITE_TIMES, siteOfNetwork } from './network-of.ts'

// A few megabytes. Whoever keeps asking stays in it; who is forgotten is who has not asked for the longest time.
const MAX_KEYS = 20_000

export interface LimitLeft {
  most: number
  seconds: number
  left: number
  /** Until the window ends. */
  endsInMs: number
}

export interface RequestCounter {
  /** Counts one request of `key`. Answers 0, or the milliseconds until its window ends when there were too many. */
  count(key: string): number
  /** The milliseconds until the window of `key` ends when it is used up, else 0; counts nothing. */
  isUsedUp(key: string): number
  /** What is left of the window of `key`; counts nothing. */
  left(key: string): LimitLeft
}

/**
 * Counts requests in this process, in windows that begin with the first request of a key. It never grows beyond 20,000
 * keys, whoever asks, and a change of the machine's clock does not matter to it.
 */
export function requestCounter(
  { most, seconds }: { most: number; seconds: number },
  nowMs: () => number = () => performance.now(),
): RequestCounter {
  // By size, because a cache with `max` takes the memory for all keys when it is made.
  const windows = new LRUCache<string, { count: number; endsAt: number }>({
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  })
  const current = (key: string) => {
    const window = windows.get(key)
    return window && window.endsAt > nowMs() ? window : undefined
  }
  return {
    count: (key) => {
      const window = current(key) ?? { count: 0, endsAt: nowMs() + seconds * 1_000 }
      if (window.count === 0) windows.set(key, window)
      window.count++
      return window.count > most ? window.endsAt - nowMs() : 0
    },
    isUsedUp: (key) => {
      const window = current(key)
      return window && window.count >= most ? window.endsAt - nowMs() : 0
    },
    left: (key) => {
      const window = current(key)
      const endsInMs = window ? window.endsAt - nowMs() : seconds * 1_000
      return { most, seconds, left: Math.max(0, most - (window?.count ?? 0)), endsInMs }
    },
  }
}

/** As `requestCounter`, for networks: the /48 of an IPv6 network has ten times as much for all of its networks together. */
export function networkCounter(setting: { most: number; seconds: number }, nowMs?: () => number): RequestCounter {
  const networks = requestCounter(setting, nowMs)
  const sites = requestCounter({ ...setting, most: setting.most * SITE_TIMES }, nowMs)
  const longest = (network: string, wait: (counter: RequestCounter, key: string) => number) => {
    const site = siteOfNetwork(network)
    return Math.max(wait(networks, network), site === undefined ? 0 : wait(sites, site))
  }
  return {
    count: (network) => longest(network, (counter, key) => counter.count(key)),
    isUsedUp: (network) => longest(network, (counter, key) => counter.isUsedUp(key)),
    left: (network) => networks.left(network),
  }
}
