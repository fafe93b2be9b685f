import { LONGEST_PAUSE_OF_OUTAGE_MS, pauseWithin } from '../../jobs/retry-pauses.ts'
import { isRefusalOfOne, type Refusal } from '../mail/refusal.ts'

const LONGEST_PAUSE_MS = 60 * 60_000
/** Seven minutes: a mailbox that does not exist keeps nobody busy for longer. */
const MOST_REFUSALS = 5

interface Tried {
  attempts: number
  /** How often it was refused for good before. */
  refusals: number
}

interface Plan {
  nextAttemptAt: Date | null
  /** Whether it was refused by itself. */
  isRefused: boolean
  refusals: number
}

/**
 * When an e-mail that was not accepted is tried again; never, where it was refused for good five times. What the mail server puts
 * off and what it is away for do not count: they tell nothing of the address.
 */
export function planNextAttempt({ attempts, refusals }: Tried, refusal: Refusal, now: Date): Plan {
  const isRefused = isRefusalOfOne(refusal)
  const isForGood = isRefused && (refusal.responseCode ?? 0) >= 500
  const refused = isForGood ? refusals + 1 : refusals
  const longest = isRefused ? LONGEST_PAUSE_MS : LONGEST_PAUSE_OF_OUTAGE_MS
  const pauseMs = pauseWithin(isForGood ? refused : attempts, longest)
  const isOver = isForGood && refused >= MOST_REFUSALS
  return { nextAttemptAt: isOver ? null : new Date(now.getTime() + pauseMs), isRefused, refusals: refused }
}
