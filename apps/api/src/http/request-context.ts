import type { FastifyReply, FastifyRequest } from 'fastify'
import { adminCookies } from './admin-cookies.ts'
// Declares `reply.isShared`.
import type {} from './cache/response-cache-plugin.ts'
import { type Context, type Deps, type FindKey, type FindSession, makeContext } from './context.ts'
import { networkOf } from './limits/network-of.ts'
import type { LimitLeft } from './limits/request-counter.ts'

export type CreateContext = (request: FastifyRequest, reply: FastifyReply) => Context

/** Makes the context of a procedure or route from the request that asks and the reply that it may mark. */
export function requestContexts(
  deps: Omit<Deps, 'log'>,
  { findSession, findKey }: { findSession: FindSession; findKey: FindKey },
): CreateContext {
  const cookies = adminCookies(deps.env)
  return (request, reply) =>
    makeContext(
      { ...deps, log: request.log },
      {
        address: networkOf(request.ip),
        requestId: request.id,
        idempotencyKey: oneHeader(request, 'idempotency-key'),
        sessionToken: cookies.session.read(request),
        deviceToken: cookies.device.read(request),
        apiKey: keyOf(request),
      },
      {
        findSession,
        findKey,
        marks: {
          markShared: () => {
            reply.isShared = true
          },
          markUncached: () => {
            reply.isUncached = true
          },
          markWrite: () => {
            reply.isWrite = true
          },
          markReplayed: () => void reply.header('idempotency-replayed', 'true'),
          setSession: (token, expiresAt) => cookies.session.set(reply, token, expiresAt),
          setDevice: (token, expiresAt) => cookies.device.set(reply, token, expiresAt),
          clearSession: () => cookies.session.clear(reply),
          reportLimit: (left) => reportLimit(reply, left),
        },
      },
    )
}

/**
 * Keys are for REST; tRPC is the apps' own. Empty, as no key is, for one that was sent wrongly: its owner means to be known, and would
 * order as a visitor. Other schemes are those of proxies.
 */
function keyOf(request: FastifyRequest): string | undefined {
  const sent = request.headers.authorization ?? ''
  if (!request.url.startsWith('/api/') || !/^(?:Bearer\b|marashi_)/i.test(sent)) return undefined
  return /^Bearer +(\S+)$/i.exec(sent)?.[1] ?? ''
}

/** As draft-ietf-httpapi-ratelimit-headers: how many in how long, and how many are left for how long. */
function reportLimit(reply: FastifyReply, { most, seconds, left, endsInMs }: LimitLeft): void {
  reply.header('ratelimit-policy', `"key";q=${most};w=${seconds}`)
  reply.header('ratelimit', `"key";r=${left};t=${Math.ceil(endsInMs / 1_000)}`)
}

function oneHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
