import type { PaymentProvider } from '../providers/provider.ts'

/** When a webhook event is processed, again and again where it fails, and when the shop stops trying. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Pauses after the first attempt, the second and so on: three days together. After the last one the event is set aside. */
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

/** The request that brought an event processes it at once; the job comes after it. */
export const FIRST_TURN_MS = 5 * SECOND_MS

// Three requests of 10 s to a provider and the pauses between them, or the statements alone.
const LONGEST_LOOK_UP_MS = 40 * SECOND_MS
const LONGEST_SETTLING_MS = 15 * SECOND_MS

/** The pause after so many failed attempts; null where there is none left. */
export const pauseAfter = (attempts: number): number | null => PAUSES_MS[attempts - 1] ?? null

/** How long one attempt keeps an event from every other one. After that its process has died. */
export const longestAttemptMs = ({ webhook }: PaymentProvider): number =>
  webhook.needsLookUp ? LONGEST_LOOK_UP_MS : LONGEST_SETTLING_MS

/** Events beyond this number of attempts have been set aside before. */
export const MAX_ATTEMPTS = PAUSES_MS.length + 1
