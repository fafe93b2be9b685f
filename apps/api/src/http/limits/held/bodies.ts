import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BUSY_MESSAGE, ShopError } from '../../../shop-error.ts'
import type { MetricSource } from '../../metrics/metrics.ts'
// Declares `isGatewayHook`.
import type {} from '../../security.ts'
import { siteOf } from '../network-of.ts'
import { ArrivingRequest } from './arriving-request.ts'
import { type Excess, makeShares, type Shares } from './shares.ts'

const RETRY_AFTER_SECONDS = 5

/** Each part is one that nobody else can use up; the sender is unknown while a session is looked up. */
export type BodyParts = Record<'shoppers' | 'gateways' | 'administrator' | 'unknown', Shares>

/** How many bytes of bodies the process holds at most, for whom. */
export const makeBodyParts = (): BodyParts => ({
  shoppers: makeShares({ most: 32_000_000, mostOfNetwork: 8_000_000 }),
  gateways: makeShares({ most: 16_000_000, mostOfNetwork: 8_000_000 }),
  administrator: makeShares({ most: 64_000_000, mostOfNetwork: Number.POSITIVE_INFINITY }),
  unknown: makeShares({ most: 16_000_000, mostOfNetwork: 8_000_000 }),
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
  /** Whether the administrator is logged in with this request's cookie, where it has one. */
  isAdministrator: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> | undefined
}

/**
 * Bounds what the process holds of bodies, until each is answered, see docs/operations.md#limits. The gateways and the
 * administrator have a part of their own, so that a flood of everybody else takes nothing from them. Who holds too much
 * gets 429, or 503 where everybody together does; a body that has arrived is never given up.
 */
export const bodiesPlugin = fp(async (app: FastifyInstance, { parts, isAdministrator }: BodyOptions) => {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (!(raw instanceof ArrivingRequest) || announcedBytes(raw) === 0) return
    let refusal: ShopError | undefined
    let isWaiting = true
    const take = (part: keyof BodyParts) => {
      const share = parts[part].take(siteOf(request.ip), 0, (excess) => {
        refusal = refusalOf(excess)
        raw.giveUp()
        if (!isWaiting) interrupt(raw, refusal)
      })
      raw.countIn(share)
      return share
    }
    const { isGatewayHook } = request.routeOptions.config
    const answer = isGatewayHook ? undefined : isAdministrator(request, reply)
    let share = take(isGatewayHook ? 'gateways' : answer ? 'unknown' : 'shoppers')
    const end = () => {
      share.end()
      raw.countIn()
    }
    // A response that was broken off is closed and never finished; one that is injected is never closed.
    reply.raw.once('close', end)
    reply.raw.once('finish', () => {
      end()
      // Node drops what is left of an unread body by itself, but not of one that somebody has begun to read.
      raw.resume()
    })
    const part = answer && ((await answer) ? 'administrator' : 'shoppers')
    if (part && !refusal && !reply.raw.closed) {
      share.end()
      share = take(part)
    }
    isWaiting = false
    if (refusal) {
      reply.header('connection', 'close')
      throw refusal
    }
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
    : new ShopError('SERVICE_UNAVAILABLE', BUSY_MESSAGE, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
