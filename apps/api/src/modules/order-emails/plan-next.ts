import { pauseAfter } from '../../jobs/retry-pauses.ts'

interface Refusal {
  /** Nodemailer's own word for where it failed. */
  code?: string | undefined
  /** SMTP's three digits. */
  responseCode?: number | undefined
}

const LONGEST_PAUSE_MS = 60 * 60_000
/** A mail server that is away is asked again every half a minute at most. */
const AWAY_PAUSE_MS = 30_000
/** Seven minutes: a mailbox that does not exist keeps nobody busy for longer, and a server set up wrongly is noticed. */
const REFUSED_FOR_GOOD_ATTEMPTS = 5

/** The mail server is there and refuses this e-mail, its address or its text: the others need not wait. */
export const isRefusalOfOne = ({ code, responseCode }: Refusal): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode !== 421

/** When an e-mail that was not accepted is tried again; never, where an address was refused for good. */
export function nextPlan(
  { attempts }: { attempts: number },
  refusal: Refusal & { text: string },
  now: Date,
): { nextAttemptAt: Date | null; problem: string } {
  const isAlone = isRefusalOfOne(refusal)
  const isForGood = isAlone && (refusal.responseCode ?? 0) >= 500 && attempts >= REFUSED_FOR_GOOD_ATTEMPTS
  const longest = isAlone ? LONGEST_PAUSE_MS : AWAY_PAUSE_MS
  const pauseMs = Math.min(pauseAfter(attempts) ?? longest, longest)
  return { nextAttemptAt: isForGood ? null : new Date(now.getTime() + pauseMs), problem: refusal.text.slice(0, 300) }
}
