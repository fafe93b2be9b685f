import { databaseTrouble } from '../db/database-failure.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Pauses after the first attempt, the second and so on: three days together. After the last one the owner is told. */
const PAUSES_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  20 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  ...Array.from({ length: 11 }, () => 6 * HOUR_MS),
]

/** The pause, in milliseconds, after so many failed attempts to process an event or to send an e-mail; null after the last. */
export const pauseAfter = (attempts: number): number | null => PAUSES_MS[attempts - 1] ?? null

/** What was down is asked again every half a minute at most: what waits for it has left within a minute of its return. */
export const LONGEST_PAUSE_OF_OUTAGE_MS = 30_000

/** The same, in milliseconds, of what is never given up: no pause is longer than this one. */
export const pauseWithin = (attempts: number, longestMs: number): number =>
  Math.min(pauseAfter(attempts) ?? longestMs, longestMs)

/** The same, in milliseconds, of what the shop itself failed in: a database is soon back, a bug is there until an update. */
export const pauseOfOwnFailure = (attempts: number, error: unknown): number =>
  pauseWithin(attempts, databaseTrouble(error) ? LONGEST_PAUSE_OF_OUTAGE_MS : HOUR_MS)

/** Who has had this number of attempts and more gets no other. */
export const MAX_ATTEMPTS = PAUSES_MS.length + 1

/** No other process sends a message that one has claimed for so long, because its mail server may be slow: docs/behaviour.md#e-mails. */
export const LONGEST_SENDING_MS = 15 * MINUTE_MS
