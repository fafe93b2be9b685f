import type { PaymentProvider } from '../providers/provider.ts'

/** The request that brought an event processes it at once; the job comes after it. */
export const FIRST_TURN_MS = 5_000

// Three requests of 10 s to a provider and the pauses between them, or the statements alone.
const LONGEST_LOOK_UP_MS = 40_000
const LONGEST_SETTLING_MS = 15_000

/** How long one attempt keeps an event from every other one. After that its process has died. */
export const longestAttemptMs = ({ webhook }: PaymentProvider): number =>
  webhook.needsLookUp ? LONGEST_LOOK_UP_MS : LONGEST_SETTLING_MS
