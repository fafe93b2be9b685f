import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { CertificateFacts, KnownCertificate } from '../checks/certificate.ts'

const TIMEOUT_MS = 5_000
const READ_EVERY_MS = 60 * 60_000
/** While nobody answers: one slow answer is told for no longer, and one that was never seen is awaited. */
const TRY_AGAIN_MS = 60_000

type Asked = Pick<Context, 'em' | 'env' | 'clock'>

/**
 * The certificate that stands at the public address, read once an hour; null where that has none, and where it was never reached
 * from here, as behind some routers. Of one that is no longer reached the last that any process has seen counts, also before a
 * restart: a problem with it has not ended.
 */
export async function readCertificate(ctx: Asked): Promise<KnownCertificate | null> {
  const address = ctx.env.PUBLIC_URL
  await removeOthers(ctx)
  if (!isHttps(address)) return null
  const last = await lastAnswer(ctx)
  const now = ctx.clock()
  const pauseMs = last && isReached(last) ? READ_EVERY_MS : TRY_AGAIN_MS
  if (last && Math.abs(now.getTime() - last.askedAt.getTime()) < pauseMs) return knownFrom(address, last)
  const read = await certificateAt(address)
  const seen = read && { seenAt: now, from: read.from, until: read.until }
  const answer = { seenAt: null, from: null, until: null, ...last, ...seen, askedAt: now }
  await store(ctx, answer)
  return knownFrom(address, answer)
}

interface Answer {
  askedAt: Date
  seenAt: Date | null
  from: Date | null
  until: Date | null
}

const isReached = ({ seenAt, askedAt }: Answer): boolean => seenAt?.getTime() === askedAt.getTime()

function knownFrom(address: string, answer: Answer): KnownCertificate | null {
  const { seenAt, from, until } = answer
  return seenAt && from && until ? { host: hostOf(address), from, until, seenAt, isReached: isReached(answer) } : null
}

/** Of an address that the shop has no more nothing is known: it may come back with another certificate. */
const removeOthers = ({ em, env }: Asked) =>
  db(em).deleteFrom('seen_certificates').where('address', '<>', env.PUBLIC_URL).execute()

const lastAnswer = ({ em, env }: Asked): Promise<Answer | undefined> =>
  db(em)
    .selectFrom('seen_certificates')
    .select(['asked_at as askedAt', 'seen_at as seenAt', 'valid_from as from', 'valid_until as until'])
    .where('address', '=', env.PUBLIC_URL)
    .executeTakeFirst()

async function store({ em, env }: Asked, { askedAt, seenAt, from, until }: Answer): Promise<void> {
  const row = { asked_at: askedAt, seen_at: seenAt, valid_from: from, valid_until: until }
  await db(em)
    .insertInto('seen_certificates')
    .values({ address: env.PUBLIC_URL, ...row })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
    .execute()
}

/** The certificate of an https address, whoever signed it; null where there is none or nobody answers. */
export function certificateAt(address: string): Promise<CertificateFacts | null> {
  if (!isHttps(address)) return Promise.resolve(null)
  const host = hostOf(address)
  const { port } = new URL(address)
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

const isHttps = (address: string): boolean => new URL(address).protocol === 'https:'

const hostOf = (address: string): string => new URL(address).hostname.replace(/^\[|\]$/g, '')

function factsOf(host: string, socket: TLSSocket): CertificateFacts | null {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return null
  return { host, from: new Date(certificate.validFrom), until: new Date(certificate.validTo) }
}
