import { randomInt } from 'node:crypto'
import { pauseAfter } from '../../jobs/retry-pauses.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** After so long without taking anything an endpoint is paused, and one event given up that is refused alone. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS
/** An endpoint that is back has its events within so long. */
const LONGEST_ENDPOINT_PAUSE_MS = 5 * MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS
const LONGEST_ASKED_FOR_MS = HOUR_MS
/** So many may fail in a row before everything for the endpoint waits: one event may be the reason. */
const ALLOWED_FAILURES = 2

/** A fifth more or less, so that those who failed together do not come back together. */
const jittered = (ms: number) => Math.round((ms * randomInt(80, 121)) / 100)

/** How long one delivery that is refused alone waits after so many attempts. */
export const deliveryPauseMs = (attempts: number): number => jittered(pauseAfter(attempts) ?? LONGEST_PAUSE_MS)

/** How long everything for an endpoint waits after so many failures in a row; 0 after the first ones. */
export function endpointPauseMs(failures: number): number {
  const counted = failures - ALLOWED_FAILURES
  if (counted <= 0) return 0
  return jittered(Math.min(pauseAfter(counted) ?? LONGEST_ENDPOINT_PAUSE_MS, LONGEST_ENDPOINT_PAUSE_MS))
}

/** What `Retry-After` asks for, in seconds or as a date, an hour at most; 0 where it asks for nothing that can be read. */
export function askedForMs(retryAfter: string | undefined, now: Date): number {
  if (!retryAfter) return 0
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_ASKED_FOR_MS) : 0
}
