import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'E-mails'
const LATE_AFTER_MS = 10 * 60_000

export interface EmailFacts {
  /** Whether the shop knows a mail server. */
  isSetUp: boolean
  /** The shop's own address, where real shoppers see that of the example: nobody reads what goes there. */
  invented: string | null
  waiting: number
  /** Of those that were tried and are still here. */
  oldestFailing: { createdAt: Date; problem: string } | null
}

/** Receipts leave, or it is said since when they do not and what the mail server answers. */
export function emailsFinding({ isSetUp, invented, waiting, oldestFailing }: EmailFacts, now: Date): Finding {
  const waits = `${waiting} ${waiting === 1 ? 'e-mail waits' : 'e-mails wait'}`
  if (!isSetUp)
    return doubtful(
      PART,
      `No mail server is set: no customer gets a receipt, and nobody is told when the shop breaks.${waiting > 0 ? ` ${waits}.` : ''}`,
      'Set SMTP_URL to your mail server.',
    )
  if (oldestFailing && now.getTime() - oldestFailing.createdAt.getTime() > LATE_AFTER_MS)
    return broken(
      PART,
      `${waits}, the oldest since ${nairobiTime(oldestFailing.createdAt)}. The mail server answered: ${oldestFailing.problem}`,
      'Check SMTP_URL with npm run doctor. The shop goes on trying for three days.',
    )
  if (invented)
    return doubtful(
      PART,
      `The shop’s e-mail is ${invented}, the invented one of the example: you are told nothing when the shop breaks, and what customers write reaches nobody.`,
      'Set your own under Settings.',
    )
  return fine(PART, waiting === 0 ? 'All were sent.' : `${waits} for the next minute.`)
}
