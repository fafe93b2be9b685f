import proxyAddresses from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Environment } from '../../env.ts'
import { networkOf } from './network-of.ts'

/**
 * Warns once that a proxy names a shopper by an address that TRUST_PROXY trusts itself. Mostly it is that of something on the
 * way, as Docker's gateway, and every limit counts all who come through it as one. Who asks without a proxy, as a health check
 * does, names nobody.
 */
export const proxyAsShopperPlugin = fp(async (app: FastifyInstance, { env }: { env: Environment }) => {
  if (!env.TRUST_PROXY) return
  // Fastify reads the variable in the same way.
  const isTrusted = proxyAddresses.compile(env.TRUST_PROXY.split(',').map((part) => part.trim()))
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined || !isTrusted(request.ip, 0)) return
    isWarned = true
    const from = networkOf(request.ip)
    app.log.warn(
      { from },
      `a proxy names a shopper by an address that TRUST_PROXY trusts: if ${from} is something that shoppers come through, they all count as one; it has to name them in X-Forwarded-For, or to leave their addresses as they are. If it is a machine of your own, nothing is wrong`,
    )
  })
})
