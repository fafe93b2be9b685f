import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { setOrmClock } from './db/orm-clock.ts'
import { adminCookies } from './http/admin-cookies.ts'
import type { ResponseCache } from './http/cache/response-cache.ts'
import { responseCachePlugin } from './http/cache/response-cache-plugin.ts'
import { type Context, type Deps, makeContext } from './http/context.ts'
import { errorAnswer } from './http/error-response.ts'
import { backpressurePlugin } from './http/limits/backpressure.ts'
import { networkOf } from './http/limits/network-of.ts'
import { unknownProxyPlugin } from './http/limits/unknown-proxy.ts'
import { logAnswers, logSerializers } from './http/log.ts'
import { pathOfTarget, requestTargetPlugin } from './http/request-target.ts'
import { securityPlugin } from './http/security.ts'
import { mountHealth } from './http/transports/health.ts'
import { mountApiReference } from './http/transports/openapi/api-reference.ts'
import { collectPlainRoutes } from './http/transports/openapi/plain-routes.ts'
import { mountRest } from './http/transports/rest.ts'
import { mountTrpc } from './http/transports/trpc.ts'
import { answerUnreadableRequest } from './http/unreadable-request.ts'
import { mountCsvExports } from './modules/admin/csv-export.routes.ts'
import { liveSession } from './modules/admin/session/live-session.ts'
import type { MediaStore } from './modules/media/media-store.ts'
import { keepsMediaInS3, mediaStoreOf } from './modules/media/media-store-of.ts'
import { mountS3Media } from './modules/media/s3-media.ts'
import { mountUploadRoute } from './modules/media/upload.routes.ts'
import { mountPaymentHooks } from './modules/payments/payments.hooks.ts'
import { browserHosts } from './modules/payments/providers/registry.ts'
import { mountPages } from './pages/pages.ts'
import type { StorefrontBundle } from './pages/storefront-bundle.ts'
import { appRouter } from './router.ts'
import { ShopError } from './shop-error.ts'

const BODY_LIMIT_BYTES = 100_000

export interface AppOptions {
  deps: Omit<Deps, 'log'>
  cache: ResponseCache
  /** False while the process drains, so that balancers send nobody new. */
  isReady: () => boolean
  /** Where uploaded pictures go; as the environment says when left out. */
  media?: MediaStore | undefined
  /** Left out where only the doors are wanted. */
  storefront?: StorefrontBundle | undefined
  /** Where the log goes, a line at a time; standard output unless told. */
  logTo?: { write(line: string): void } | undefined
}

/** The whole host: both doors to the procedures, the pages, health. Used by main and by the tests. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, cache, isReady, storefront, logTo, media = mediaStoreOf(deps.env) } = options
  const { env } = deps
  setOrmClock(deps.orm, deps.clock)
  const app = Fastify({
    logger: { level: env.LOG_LEVEL, serializers: logSerializers, ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: 60_000,
    requestTimeout: 65_000, // a picture may take a minute to arrive (specification §9)
    // Above the 25 seconds that a payment provider has for one attempt, below the 30 that a shopper’s browser waits.
    handlerTimeout: 28_000,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: pathOfTarget,
    clientErrorHandler: answerUnreadableRequest,
    frameworkErrors: (error, request, reply) =>
      answerWithError(error, request as FastifyRequest, reply as FastifyReply),
  })
  app.setErrorHandler(answerWithError)
  app.setNotFoundHandler((request, reply) =>
    answerWithError(new ShopError('NOT_FOUND', 'There is nothing at this address.'), request, reply),
  )
  app.addHook('onResponse', logAnswers)

  await app.register(requestTargetPlugin)
  await app.register(responseCachePlugin, { cache })
  await app.register(unknownProxyPlugin, { env })
  await app.register(securityPlugin, { env })
  await app.register(backpressurePlugin, { router: appRouter })
  await app.register(cookie)

  const cookies = adminCookies(env)
  const createContext = (request: FastifyRequest, reply: FastifyReply): Context =>
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
        findSession: liveSession,
        marks: {
          markShared: () => {
            reply.isShared = true
          },
          markPrivate: () => void reply.header('cache-control', 'no-store'),
          setSession: (token, expiresAt) => cookies.session.set(reply, token, expiresAt),
          setDevice: (token, expiresAt) => cookies.device.set(reply, token, expiresAt),
          clearSession: () => cookies.session.clear(reply),
        },
      },
    )

  await mountTrpc(app, appRouter, createContext)
  await app.register(
    async (rest) => {
      acceptEmptyJson(rest)
      const plainRoutes = collectPlainRoutes(rest)
      mountRest(rest, appRouter, createContext)
      mountPaymentHooks(rest, createContext)
      mountCsvExports(rest, createContext)
      await mountUploadRoute(rest, media, createContext)
      await mountApiReference(rest, { router: appRouter, plainRoutes, env })
      // Before the pages' catch-all: an unknown address under /api is answered as the API answers (decisions 39).
      rest.all('/*', (_request, reply) => reply.callNotFound())
    },
    { prefix: '/api' },
  )
  mountHealth(app, { orm: deps.orm, isReady })
  if (keepsMediaInS3(env)) mountS3Media(app, media)
  const hosts = browserHosts(deps)
  if (storefront) await mountPages(app, { env, hosts, api: appRouter, createContext, storefront })
  return app
}

function answerWithError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, retryAfterSeconds, body, isOurFault } = errorAnswer(thrown, request.id)
  if (isOurFault) request.log.error({ err: thrown }, 'a request failed')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** Clients say "JSON" and send nothing (a logout, a DELETE): that is an empty body, not a broken one. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else parse(request, text as string, done)
  })
}

function oneHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
