import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { Context } from '../../../../http/context.ts'
import type { CertificateFacts, KnownCertificate } from '../checks/certificate.ts'

const TIMEOUT_MS = 5_000
const READ_EVERY_MS = 60 * 60_000
/** Where it was reached before: one slow answer is told for no longer. */
const TRY_AGAIN_MS = 60_000

const lastRead = new Map<string, { at: number; facts: KnownCertificate | null }>()

/**
 * The certificate that stands at the public address, read once an hour; null where that has none, and where it was never reached
 * from here, as behind some routers. Of one that is no longer reached the last that is known counts: a problem with it has not ended.
 */
export async function readCertificate({
  env: { PUBLIC_URL },
  clock,
}: Pick<Context, 'env' | 'clock'>): Promise<KnownCertificate | null> {
  const now = clock().getTime()
  const last = lastRead.get(PUBLIC_URL)
  if (last && Math.abs(now - last.at) < (last.facts?.isReached === false ? TRY_AGAIN_MS : READ_EVERY_MS))
    return last.facts
  const read = await certificateAt(PUBLIC_URL)
  const known = read ?? last?.facts
  const facts = known ? { ...known, isReached: read !== null } : null
  lastRead.set(PUBLIC_URL, { at: now, facts })
  return facts
}

/** The certificate of an https address, whoever signed it; null where there is none or nobody answers. */
export function certificateAt(address: string): Promise<CertificateFacts | null> {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:') return Promise.resolve(null)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    // One that has ended must be read too. Nothing is sent.
    const socket = connect({
      host,
      port: Number(port) || 443,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    })
    const end = (facts: CertificateFacts | null) => {
      socket.destroy()
      resolve(facts)
    }
    socket
      .setTimeout(TIMEOUT_MS, () => end(null))
      .once('error', () => end(null))
      .once('secureConnect', () => end(factsOf(host, socket)))
  })
}

function factsOf(host: string, socket: TLSSocket): CertificateFacts | null {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return null
  return { host, from: new Date(certificate.validFrom), until: new Date(certificate.validTo) }
}
