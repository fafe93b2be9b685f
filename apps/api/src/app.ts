import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { setOrmClock } from './db/orm-clock.ts'
import { type Pools, poolMetrics } from './db/pool-metrics.ts'
import { replicaMetrics } from './db/replica.ts'
import { adminCookies } from './http/admin-cookies.ts'
import type { ResponseCache } from './http/cache/response-cache.ts'
import { responseCachePlugin } from './http/cache/response-cache-plugin.ts'
import type { Deps } from './http/context.ts'
import { drainingPlugin } from './http/draining.ts'
import { acceptEmptyJson } from './http/empty-json.ts'
import { backpressurePlugin, MAX_EVENT_LOOP_DELAY_MS } from './http/limits/backpressure.ts'
import { bodiesPlugin, bodyMetrics, makeBodyParts } from './http/limits/held/bodies.ts'
import { proxyAsShopperPlugin } from './http/limits/proxy-as-shopper.ts'
import { requestLimitsPlugin } from './http/limits/request-limits.ts'
import { unknownProxyPlugin } from './http/limits/unknown-proxy.ts'
import { metricsPlugin } from './http/metrics/metrics.ts'
import { nameMissingFields } from './http/name-missing-fields.ts'
import { openServer } from './http/open-server.ts'
import { type CreateContext, requestContexts } from './http/request-context.ts'
import { requestTargetPlugin } from './http/request-target.ts'
import { securityPlugin } from './http/security.ts'
import { mountHealth } from './http/transports/health.ts'
import { mountApiReference } from './http/transports/openapi/api-reference.ts'
import { mountTrpc } from './http/transports/trpc.ts'
import { liveKey } from './modules/admin/api-keys/live-key.ts'
import { healthMetrics } from './modules/admin/health/health-metrics.ts'
import { runMetrics } from './modules/admin/health/runs/run-metrics.ts'
import { liveSession } from './modules/admin/session/live-session.ts'
import { mountProductFeed } from './modules/catalogue/feed/product-feed.routes.ts'
import { searchMetrics } from './modules/catalogue/search/searches.ts'
import { eventFeedOf } from './modules/events/event-feed.ts'
import type { MediaStore } from './modules/media/media-store.ts'
import { keepsMediaInS3, mediaStoreOf } from './modules/media/media-store-of.ts'
import { mountS3Media } from './modules/media/s3-media.ts'
import { statusReadMetrics } from './modules/orders/order-pool.ts'
import { browserHosts } from './modules/payments/providers/registry.ts'
import { paymentMetrics } from './modules/payments/records/payment-metrics.ts'
import { settingsOf } from './modules/shop-settings/settings-of.ts'
import { mountOperations } from './operations.ts'
import { mountPages } from './pages/pages.ts'
import { makeRenders, renderMetrics } from './pages/renders.ts'
import type { StorefrontBundle } from './pages/storefront-bundle.ts'
import { appRouter } from './router.ts'

interface AppOptions {
  deps: Omit<Deps, 'log'>
  cache: ResponseCache
  /** What the metrics tell of; none when left out. */
  pools?: Pools
  /** Where uploaded pictures go; as the environment says when left out. */
  media?: MediaStore | undefined
  /** Left out where only the transports are wanted. */
  storefront?: StorefrontBundle | undefined
  /** Where the log goes, a line at a time; standard output when left out. */
  logTo?: { write(line: string): void } | undefined
  /** How busy the process may be before it refuses requests, in milliseconds. */
  maxEventLoopDelay?: number | undefined
}

/** The whole HTTP application: both transports of the procedures, the pages, health. Used by main and by the tests. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, cache, pools = {}, storefront, logTo, media = mediaStoreOf(deps.env) } = options
  const { maxEventLoopDelay = MAX_EVENT_LOOP_DELAY_MS } = options
  const { env } = deps
  setOrmClock(deps.orm, deps.clock)
  nameMissingFields()
  const app = openServer(env, logTo)
  const renders = makeRenders()
  const bodies = makeBodyParts()

  await app.register(drainingPlugin)
  app.addHook('preClose', async () => eventFeedOf(deps.orm).close())
  await app.register(requestTargetPlugin)
  await app.register(responseCachePlugin, { cache })
  deps.tracing?.followRequests(app)
  await app.register(unknownProxyPlugin, { env })
  await app.register(proxyAsShopperPlugin, { env })
  await app.register(securityPlugin, { env })
  await app.register(backpressurePlugin, { router: appRouter, maxEventLoopDelay })
  await app.register(requestLimitsPlugin, { limits: deps.limits })
  if (env.METRICS_TOKEN) {
    const sources = [
      paymentMetrics(deps.orm),
      healthMetrics(deps.orm),
      runMetrics(deps.orm),
      searchMetrics(deps.searches),
      statusReadMetrics(deps.statusReads),
      renderMetrics(renders),
      bodyMetrics(bodies),
      poolMetrics(pools),
      ...(deps.replica ? [replicaMetrics(deps.replica)] : []),
    ]
    await app.register(metricsPlugin, { token: env.METRICS_TOKEN, cache, sources })
  }
  await app.register(cookie)

  const { session } = adminCookies(env)
  const createContext = requestContexts(deps, { findSession: liveSession, findKey: liveKey })
  await app.register(bodiesPlugin, {
    parts: bodies,
    isAdministrator: (request, reply) => {
      if (session.read(request) === undefined) return
      // While the database is away nobody is the administrator.
      return createContext(request, reply)
        .isAdministrator()
        .catch(() => false)
    },
  })
  await mountTrpc(app, appRouter, createContext)
  await app.register((rest) => mountApi(rest, { deps, media, createContext }), { prefix: '/api' })
  // Orders need the disk of their database. Uploads and backups refuse by themselves what a full disk does not take.
  mountHealth(app, { orm: deps.orm, folder: env.DATABASE_URL ? undefined : env.DATA_DIR })
  if (keepsMediaInS3(env)) mountS3Media(app, media)
  mountProductFeed(app, { cache, createContext })
  const hosts = browserHosts(deps)
  if (storefront) {
    const { settings } = deps
    await mountPages(app, { env, settings, cache, hosts, api: appRouter, createContext, renders, storefront })
  }
  return app
}

interface ApiOptions {
  deps: AppOptions['deps']
  media: MediaStore
  createContext: CreateContext
}

/** Everything under /api: the procedures over REST, the routes that are no procedures, and the document of both. */
async function mountApi(rest: FastifyInstance, { deps, media, createContext }: ApiOptions): Promise<void> {
  acceptEmptyJson(rest)
  const plainRoutes = await mountOperations(rest, { media, createContext })
  await mountApiReference(rest, {
    router: appRouter,
    plainRoutes,
    env: deps.env,
    shopName: async () => (await settingsOf(deps)).shop.name,
  })
  // The pages answer every other address; an unknown one under /api gets the API's error (docs/behaviour.md#error-body).
  for (const address of ['/', '/*']) rest.all(address, (_request, reply) => reply.callNotFound())
}
