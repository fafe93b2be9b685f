import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Environment } from '../../env.ts'
import { networkOf } from './network-of.ts'

/**
 * Says once, and loudly, that a proxy seems to stand in front of a shop that knows of none: every limit then counts all
 * shoppers as one, and the first busy hour shuts all of them out.
 */
export const unknownProxyPlugin = fp(async (app: FastifyInstance, { env }: { env: Environment }) => {
  if (env.TRUST_PROXY) return
  let isSaid = false
  app.addHook('onRequest', async (request) => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    const from = networkOf(request.ip)
    app.log.warn(
      { from },
      `requests come with X-Forwarded-For while TRUST_PROXY is not set: all shoppers count as one. If ${from} is your proxy, set TRUST_PROXY=${from}; if you have none, somebody plays tricks and nothing is wrong`,
    )
  })
})
