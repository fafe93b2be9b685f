import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Environment } from '../../env.ts'
import { networkOf } from './network-of.ts'

/**
 * Warns once that requests seem to come through a proxy that TRUST_PROXY does not name. Every limit then counts all
 * shoppers as one, and the first busy hour locks them all out.
 */
export const unknownProxyPlugin = fp(async (app: FastifyInstance, { env }: { env: Environment }) => {
  if (env.TRUST_PROXY) return
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    isWarned = true
    const from = networkOf(request.ip)
    app.log.warn(
      { from },
      `requests come with X-Forwarded-For while TRUST_PROXY is not set: all shoppers count as one. If ${from} is your proxy, set TRUST_PROXY=${from}; if you have none, somebody plays tricks and nothing is wrong`,
    )
  })
})
