import type { FastifyReply, FastifyRequest } from 'fastify'
import { adminCookies } from './admin-cookies.ts'
// Declares `reply.isShared`.
import type {} from './cache/response-cache-plugin.ts'
import { type Context, type Deps, type FindSession, makeContext } from './context.ts'
import { networkOf } from './limits/network-of.ts'

export type CreateContext = (request: FastifyRequest, reply: FastifyReply) => Context

/** Makes the context of a procedure or route from the request that asks and the reply that it may mark. */
export function requestContexts(deps: Omit<Deps, 'log'>, findSession: FindSession): CreateContext {
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
      },
      {
        findSession,
        marks: {
          markShared: () => {
            reply.isShared = true
          },
          setSession: (token, expiresAt) => cookies.session.set(reply, token, expiresAt),
          setDevice: (token, expiresAt) => cookies.device.set(reply, token, expiresAt),
          clearSession: () => cookies.session.clear(reply),
        },
      },
    )
}

function oneHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
