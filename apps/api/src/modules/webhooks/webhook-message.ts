import { createHmac, randomBytes } from 'node:crypto'
import type { ShopEvent } from '@marashi/domain/contracts/events'

/** Messages as Standard Webhooks 1.0.0 wants them: https://www.standardwebhooks.com */

const PREFIX = 'whsec_'

/** A new secret of 256 random bits. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/**
 * The same for every attempt and every endpoint. The time is part of it because a receiver takes a known id for a repeated
 * message: a shop that begins anew, behind the same address, gives the first positions again.
 */
export const messageIdOf = ({ id, occurredAt }: ShopEvent): string =>
  `evt_${id}_${new Date(occurredAt).getTime().toString(36)}`

/** The few facts of the event, under the id that `GET /api/events?after=` goes on from. */
export const bodyOf = ({ id, type, version, subject, occurredAt, data }: ShopEvent): string =>
  JSON.stringify({ type, timestamp: occurredAt, data: { eventId: id, version, subject, ...data } })

/** The headers of one attempt: a signature by each secret, the newest first. */
export function signedHeaders(
  { messageId, body }: { messageId: string; body: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1_000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
