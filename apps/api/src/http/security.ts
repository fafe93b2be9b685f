import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Environment } from '../env.ts'
import { ShopError } from '../shop-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A gateway is no browser: its token or signature authenticates it, so its origin is not checked. */
    isGatewayHook?: boolean
  }
}

/** What pages may ask a browser for: payment forms, nothing else. Frames of a payment provider may pass it on. */
const permissions =
  'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), usb=()'

/**
 * Security headers on every response, no copy of one that does not say who may keep it, and the refusal of writes from
 * another site's page, see docs/behaviour.md#cross-site-requests.
 */
export const securityPlugin = fp(async (app: FastifyInstance, { env }: { env: Environment }) => {
  const isHttps = env.PUBLIC_URL.startsWith('https:')
  await app.register(helmet, {
    // A response that is no page may load nothing; pages set a policy of their own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions)
    const { isGatewayHook } = request.routeOptions.config
    if (!SAFE_METHODS.has(request.method) && !isGatewayHook) refuseForeignSite(request, env)
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    // Orders, payments and the administrator's answers are personal; what may be kept says so.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return payload
  })
})

/** Independent of the content type: an empty POST from a foreign page is refused too. */
function refuseForeignSite(request: FastifyRequest, env: Environment): void {
  const { protocol, headers } = request
  const { origin, host } = headers
  const own = [new URL(env.PUBLIC_URL).origin, `${protocol}://${host}`]
  const isForeign = origin !== undefined && !own.includes(origin)
  if (isForeign || request.headers['sec-fetch-site'] === 'cross-site') {
    throw new ShopError('FORBIDDEN', 'This request came from another site.')
  }
}
