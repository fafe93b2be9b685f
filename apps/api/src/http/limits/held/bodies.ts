import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ShopError } from '../../../shop-error.ts'
import type { MetricSource } from '../../metrics/metrics.ts'
// Declares `isGatewayHook`.
import type {} from '../../security.ts'
import { siteOf } from '../network-of.ts'
import { type Excess, makeShares, type Share, type Shares } from './shares.ts'

const RETRY_AFTER_SECONDS = 5
/** What Node reads of a body before anybody asks for it, in bytes: one read of a socket. */
const READ_AHEAD_BYTES = 65_536
/** What a piece of a body takes in memory beside its bytes, measured: who sends a byte at a time makes 100 KB weigh 60 MB. */
const BYTES_OF_PIECE = 640

declare module 'fastify' {
  interface FastifyRequest {
    bodyShare: Share | undefined
  }
}

/** Each part is one that nobody else can use up. */
export type BodyParts = Record<'shoppers' | 'gateways' | 'administrator', Shares>

/** How many bytes of bodies the process holds at most, for whom. */
export const makeBodyParts = (): BodyParts => ({
  shoppers: makeShares({ most: 32_000_000, mostOfNetwork: 8_000_000 }),
  gateways: makeShares({ most: 16_000_000, mostOfNetwork: 8_000_000 }),
  administrator: makeShares({ most: 64_000_000, mostOfNetwork: Number.POSITIVE_INFINITY }),
})

export const bodyMetrics = (parts: BodyParts): MetricSource => ({
  names: { marashi_bodies_bytes: 'Bytes of requests that have not been answered yet' },
  label: 'part',
  read: async () => ({
    marashi_bodies_bytes: Object.fromEntries(Object.entries(parts).map(([name, { held }]) => [name, held])),
  }),
})

interface BodyOptions {
  parts: BodyParts
  /** Whether the administrator is logged in with this request's cookie. */
  isAdministrator: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

/**
 * Bounds what the process holds of bodies, until each is answered, see docs/operations.md#limits. The gateways and the
 * administrator have a part of their own, so that a flood of everybody else takes nothing from them. Who holds too much
 * gets 429, or 503 where everybody together does; a body that has arrived is never given up.
 */
export const bodiesPlugin = fp(async (app: FastifyInstance, { parts, isAdministrator }: BodyOptions) => {
  app.decorateRequest('bodyShare', undefined)

  app.addHook('onRequest', async (request, reply) => {
    const bytes = Math.min(announcedBytes(request.raw), READ_AHEAD_BYTES)
    if (bytes === 0) return
    let refusal: ShopError | undefined
    const take = (part: keyof BodyParts) => {
      const share = parts[part].take(siteOf(request.ip), bytes, (excess) => {
        refusal = refusalOf(excess)
        if (request.bodyShare === share) interrupt(request.raw, refusal)
      })
      return share
    }
    const part = request.routeOptions.config.isGatewayHook ? 'gateways' : 'shoppers'
    let share = take(part)
    // A response that was broken off is closed and never finished; one that is injected is never closed.
    const end = () => share.end()
    reply.raw.once('close', end).once('finish', end)
    if (part === 'shoppers' && (await isAdministrator(request, reply))) {
      share.end()
      refusal = undefined
      share = take('administrator')
      if (reply.raw.closed) share.end()
    }
    if (refusal) {
      reply.header('connection', 'close')
      throw refusal
    }
    request.bodyShare = share
  })

  app.addHook('preParsing', (request, reply, payload, done) => {
    const share = request.bodyShare
    if (!share) return done(null, payload)
    // Nobody reads the body of a question.
    if (request.method === 'GET' || request.method === 'HEAD') {
      payload.resume()
      return done(null, payload)
    }
    let bytes = 0
    const count = (piece: Buffer) => {
      bytes += piece.length + BYTES_OF_PIECE
      share.growTo(bytes)
    }
    payload.on('data', count)
    payload.once('end', () => share.setNeeded(true))
    // Whoever reads the body lets it flow; an upload waits for its session first.
    payload.pause()
    // Node drops what is left of an unread body by itself, but not of one that was listened to. A paused one would be held
    // for as long as its connection, which would not even notice that the client has gone.
    reply.raw.once('finish', () => {
      payload.off('data', count)
      payload.resume()
    })
    done(null, payload)
  })
})

/** How many bytes of body a request says that it has; without end where it does not say. */
export function announcedBytes({ headers }: Pick<IncomingMessage, 'headers'>): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

/** Ends a body that is still arriving. Whoever reads it answers with the refusal; where nobody does yet, the connection ends. */
function interrupt(request: IncomingMessage, refusal: ShopError): void {
  if (request.listenerCount('error') > 0) request.emit('error', refusal)
  else request.destroy()
}

const refusalOf = (excess: Excess): ShopError =>
  excess === 'network'
    ? new ShopError('TOO_MANY_REQUESTS', 'Too many large requests from here at once. Please try again in a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    : new ShopError('SERVICE_UNAVAILABLE', 'The shop is very busy. Please try again in a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
