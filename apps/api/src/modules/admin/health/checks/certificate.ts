import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Certificate'
/** Whoever renews by itself does so with a third of the time left. */
const OVERDUE_SHARE = 1 / 5
/** Early enough to be told and to do something: once it has ended, no browser opens the shop. */
const URGENT_SHARE = 1 / 10
const REMEDY =
  'What stands in front of the shop should have renewed it: see its log, and that port 80 is open from outside.'

export interface CertificateFacts {
  host: string
  from: Date
  until: Date
}

export interface KnownCertificate extends CertificateFacts {
  /** False where it was read before and nobody answered since. */
  isReached: boolean
}

/** Whether the certificate of the public address is renewed in time. */
export function certificateFinding({ host, from, until, isReached }: KnownCertificate, now: Date): Finding {
  const leftMs = until.getTime() - now.getTime()
  const leftShare = leftMs / (until.getTime() - from.getTime())
  const message = `That of ${host} ${leftMs > 0 ? 'ends' : 'ended'} on ${nairobiTime(until)}.`
  if (leftShare < URGENT_SHARE) return broken(PART, message, REMEDY)
  if (!isReached)
    return doubtful(
      PART,
      `${host} does not answer as https any more. ${message}`,
      'Open the shop from a phone. If it does not open, see the log of what stands in front of it.',
    )
  return leftShare < OVERDUE_SHARE ? doubtful(PART, message, REMEDY) : fine(PART, message)
}
