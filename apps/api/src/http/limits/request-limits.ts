import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
// Declares `isGatewayHook`.
import type {} from '../security.ts'
import { limitReached } from './limit-settings.ts'
import { type RequestLimit, rowOf } from './limit-table.ts'
import { networkOf, subnetOf } from './network-of.ts'
import type { Limits } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the table of limits by which a route that is no procedure counts the caller; answers from the cache do not count. */
    limit?: RequestLimit
  }
}

/**
 * Counts requests of routes with a `limit`. Of webhooks only those are counted that were refused: what a gateway sends
 * passes, however much it is, until its network has guessed more often than the table allows.
 */
export const requestLimitsPlugin = fp(async (app: FastifyInstance, { limits }: { limits: Limits }) => {
  const { requests } = limits
  app.addHook('onRequest', async ({ routeOptions, ip }: FastifyRequest) => {
    const { limit, isGatewayHook } = routeOptions.config
    if (limit) refuse(limit, requests[limit]?.count(rowOf(limit).who === 'subnet' ? subnetOf(ip) : networkOf(ip)))
    if (isGatewayHook) refuse('webhooks', requests.webhooks?.isUsedUp(networkOf(ip)))
  })
  app.addHook('onResponse', async ({ routeOptions, ip }, { statusCode }) => {
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429
    if (routeOptions.config.isGatewayHook && isRefused) requests.webhooks?.count(networkOf(ip))
  })
})

function refuse(name: RequestLimit, waitMs = 0): void {
  if (waitMs > 0) throw limitReached(name, waitMs)
}
