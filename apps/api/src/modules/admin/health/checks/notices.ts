import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import type { NoticeChannel } from '@marashi/domain/rules/notices'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Your notices'
const LATE_AFTER_MS = 10 * 60_000
const BY_EMAIL = 'email'
/** What the problem is named by that the owner cannot be written to. */
export const OWNER_UNREACHED = `notices:${BY_EMAIL}`

export interface NoticeFacts {
  unreached: readonly Unreached[]
  /** What the shop itself could not write: how many, and since when the oldest. */
  unwritten: { count: number; since: Date } | null
}

/** Somebody who is to be told what happens in the shop, and of whom nothing was taken since. */
export interface Unreached {
  channel: NoticeChannel
  recipient: string
  /** The owner's address, or the browser as it names itself. */
  name: string
  /** Since when nothing is taken. */
  since: Date
  /** What the mail server or the push service answered; null where only the log has it. */
  problem: string | null
  /** A browser of the same name was subscribed after it: one that was set up anew knows nothing of its earlier subscription. */
  mayBeReplaced?: boolean
}

/** Whether what was first tried then would have been taken by now. */
export const isLate = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > LATE_AFTER_MS

/**
 * The owner hears of orders, of money and of what is broken: one finding for each address and browser that takes nothing, and one of
 * what the shop itself could not write.
 */
export function noticeFindings({ unreached, unwritten }: NoticeFacts, now: Date): Finding | Finding[] {
  const findings = unreached.filter(({ since }) => isLate(since, now)).map(unreachedFinding)
  if (unwritten && isLate(unwritten.since, now)) findings.push(unwrittenFinding(unwritten))
  return findings.length > 0 ? findings : fine(PART, 'None waits.')
}

function unwrittenFinding({ count, since }: NonNullable<NoticeFacts['unwritten']>): Finding {
  return {
    ...broken(
      PART,
      `The shop itself could not write ${count} ${count === 1 ? 'notice' : 'notices'}, since ${nairobiTime(since)}: the log says why.`,
      'Update the shop, or tell whoever looks after it. Each notice is tried for three days.',
    ),
    of: 'unwritten',
  }
}

function unreachedFinding({ channel, recipient, name, since, problem, mayBeReplaced }: Unreached): Finding {
  const time = nairobiTime(since)
  if (channel === 'push') {
    const message = `${name} has got no notice since ${time}. ${problem}`
    const finding = mayBeReplaced
      ? doubtful(
          PART,
          `${message} One of the same name was subscribed later.`,
          'If that is the same browser, set up anew, remove the earlier one under Notices; otherwise subscribe it again there.',
        )
      : broken(PART, message, 'Subscribe that browser again under Notices, or remove it there.')
    return { ...finding, of: recipient }
  }
  const answer = problem ? `The mail server answered: ${problem}` : 'The log says what the mail server answered.'
  return {
    ...broken(
      PART,
      `You yourself cannot be written to at ${name}, since ${time}. ${answer}`,
      'Check your e-mail under Settings, and SMTP_URL with npm run doctor. Each notice is tried for three days.',
    ),
    of: BY_EMAIL,
  }
}
