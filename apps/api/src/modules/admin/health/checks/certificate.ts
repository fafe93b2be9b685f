import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Certificate'
/** Whoever renews by itself does so with a third of the time left. */
const OVERDUE_SHARE = 1 / 5
/** Early enough to be told and to do something: once it has ended, no browser opens the shop. */
const URGENT_SHARE = 1 / 10
/** One that counts for years is renewed by hand, in its last weeks. */
const OVERDUE_MS = 30 * 24 * 60 * 60_000
const URGENT_MS = 14 * 24 * 60 * 60_000
/** Whoever reaches the shop from outside alone, as behind some routers, has renewed one that was seen so long ago. */
const COUNTS_FOR_MS = 30 * 24 * 60 * 60_000
const REMEDY =
  'What stands in front of the shop should have renewed it: see its log, and that port 80 is open from outside.'

const UNREACHED_REMEDY = 'Open the shop from a phone. If it does not open, see the log of what stands in front of it.'

export interface CertificateFacts {
  host: string
  from: Date
  until: Date
}

export interface KnownCertificate extends CertificateFacts {
  /** False where it was read before and nobody answered since. */
  isReached: boolean
  /** When it was read last. */
  seenAt: Date
}

/** Whether the certificate of the public address is renewed in time. */
export function certificateFinding({ host, from, until, isReached, seenAt }: KnownCertificate, now: Date): Finding {
  const leftMs = until.getTime() - now.getTime()
  const lastsMs = until.getTime() - from.getTime()
  const isUrgent = leftMs < Math.min(lastsMs * URGENT_SHARE, URGENT_MS)
  if (!isReached) {
    const message = `${host} does not answer the shop as https any more. The certificate that was seen there last ${leftMs > 0 ? 'ends' : 'was to end'} on ${nairobiTime(until)}; whether it was renewed since, the shop cannot see.`
    const isKnown = now.getTime() - seenAt.getTime() <= COUNTS_FOR_MS
    return isUrgent && isKnown ? broken(PART, message, UNREACHED_REMEDY) : doubtful(PART, message, UNREACHED_REMEDY)
  }
  const message = `That of ${host} ${leftMs > 0 ? 'ends' : 'ended'} on ${nairobiTime(until)}.`
  if (isUrgent) return broken(PART, message, REMEDY)
  const isOverdue = leftMs < Math.min(lastsMs * OVERDUE_SHARE, OVERDUE_MS)
  return isOverdue ? doubtful(PART, message, REMEDY) : fine(PART, message)
}
