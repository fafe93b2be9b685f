import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'E-mails'
const LATE_AFTER_MS = 10 * 60_000
/** One shopper mistypes an address, and a second one. Where a third is refused and nothing is taken, it is the mail server. */
const MANY_ADDRESSES = 3

/** For how long what the mail server does not take is tried. See docs/behaviour.md#e-mails. */
export const EMAILS_WAIT = 'Receipts wait for 30 days, e-mails about orders for two.'

export interface EmailFacts {
  /** Whether the shop knows a mail server. */
  isSetUp: boolean
  /** The shop's own address, where real shoppers see that of the example: nobody reads what goes there. */
  invented: string | null
  waiting: number
  /** Of those that were tried and are still here, but for what is refused by itself. */
  oldestFailing: { createdAt: Date; problem: string } | null
  /** Since when the oldest waits that the shop itself could not write. */
  oldestUnwritten: Date | null
  refused: RefusedEmails | null
  /** What was given up after days because the mail server took nothing, and it has taken nothing since. */
  givenUp: GivenUpEmails | null
  /** What was given up after days because the shop itself could not write it, while the mail server has taken nothing since. */
  givenUpUnwritten: GivenUpEmails | null
}

export interface GivenUpEmails {
  count: number
  /** When the oldest of them was queued. */
  since: Date
}

/** What the mail server refuses by itself, or refused until it was given up. */
export interface RefusedEmails {
  addresses: number
  /** When the oldest of them was queued. */
  since: Date
  /** Whether another e-mail was taken since the last of them; where three addresses or more are refused, since the last but two. */
  wereOthersTaken: boolean
  /** What the mail server answered last. */
  problem: string
}

const SENT_NO_MORE = 'What was given up is sent no more: see the flagged payments, and the orders of those days.'
const emailsWere = ({ count }: GivenUpEmails, which = ''): string =>
  count === 1 ? `1 e-mail ${which}was` : `${count} e-mails ${which}were`

/** Receipts leave, or it is said since when they do not and what the mail server answers. */
export function emailsFinding(facts: EmailFacts, now: Date): Finding {
  const { isSetUp, invented, waiting, oldestFailing, oldestUnwritten, refused, givenUp, givenUpUnwritten } = facts
  const isLate = (since: Date) => now.getTime() - since.getTime() > LATE_AFTER_MS
  const waits = `${waiting} ${waiting === 1 ? 'e-mail waits' : 'e-mails wait'}`
  if (!isSetUp)
    return doubtful(
      PART,
      `No mail server is set: no customer gets a receipt, and nobody is told when the shop breaks.${waiting > 0 ? ` ${waits}.` : ''}`,
      'Set SMTP_URL to your mail server.',
    )
  if (oldestFailing && isLate(oldestFailing.createdAt))
    return broken(
      PART,
      `${waits}, the oldest since ${nairobiTime(oldestFailing.createdAt)}. The mail server answered: ${oldestFailing.problem}`,
      `Check SMTP_URL with npm run doctor. ${EMAILS_WAIT}`,
    )
  if (oldestUnwritten && isLate(oldestUnwritten))
    return broken(
      PART,
      `${waits}. One of them, since ${nairobiTime(oldestUnwritten)}, the shop could not write: the log says why.`,
      `Update the shop, or tell whoever looks after it. ${EMAILS_WAIT}`,
    )
  if (givenUp)
    return broken(
      PART,
      `The mail server has taken nothing since ${nairobiTime(givenUp.since)}: ${emailsWere(givenUp)} given up.`,
      `Check SMTP_URL with npm run doctor. ${SENT_NO_MORE}`,
    )
  if (givenUpUnwritten)
    return broken(
      PART,
      `${emailsWere(givenUpUnwritten, `since ${nairobiTime(givenUpUnwritten.since)} `)} given up that the shop itself could not write: the log says why.`,
      `Update the shop, or tell whoever looks after it. ${SENT_NO_MORE}`,
    )
  // A server that only puts off what comes from strangers takes it within minutes.
  if (refused && isLate(refused.since)) return refusedFinding(refused)
  if (invented)
    return doubtful(
      PART,
      `The shop’s e-mail is ${invented}, the invented one of the example: you are told nothing when the shop breaks, and what customers write reaches nobody.`,
      'Set your own under Settings.',
    )
  return fine(PART, waiting === 0 ? 'None waits.' : `${waits} for the next minute.`)
}

function refusedFinding({ addresses, since, wereOthersTaken, problem }: RefusedEmails): Finding {
  if (addresses >= MANY_ADDRESSES && !wereOthersTaken)
    return broken(
      PART,
      `The mail server refuses every e-mail, the oldest since ${nairobiTime(since)}, to ${addresses} addresses. It answered: ${problem}`,
      'Check SMTP_URL and MAIL_FROM with npm run doctor.',
    )
  return doubtful(
    PART,
    `${addresses === 1 ? 'One address is' : `${addresses} addresses are`} refused. The mail server answered: ${problem}`,
    `Customers mistype: the page of their order says what the e-mail would.${wereOthersTaken ? ' All others get their e-mails.' : ''}`,
  )
}
