import { newPool } from '@marashi/postgres/connection'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { buildApp } from '../app.ts'
import { openDatabase } from '../db/open-database.ts'
import { makeReplica } from '../db/replica.ts'
import { type Environment, readEnvironment } from '../env.ts'
import { adminCookies } from '../http/admin-cookies.ts'
import { followCacheInvalidations } from '../http/cache/cache-invalidation.ts'
import { ResponseCache } from '../http/cache/response-cache.ts'
import type { Deps } from '../http/context.ts'
import { makeLimits, openLimitsPool } from '../http/limits/rate-limits.ts'
import type { Tracing } from '../http/tracing.ts'
import { makePasswordChecks, type PasswordChecks } from '../modules/admin/session/check-password.ts'
import { makeSearches, type Searches } from '../modules/catalogue/search/searches.ts'
import type { MediaStore } from '../modules/media/media-store.ts'
import { makeStatusReads } from '../modules/orders/order-pool.ts'
import { type Gateways, gatewaysFrom } from '../modules/payments/providers/registry.ts'
import { makeSettings } from '../modules/shop-settings/settings-of.ts'
import type { StorefrontBundle } from '../pages/storefront-bundle.ts'
import { shopDocument } from '../shop-document.ts'
import { holdToDocument } from './hold-to-document.ts'
import { refuseSecondConnections } from './refuse-second-connections.ts'

/** What the tests log in with, and its hash at argon2id's lowest cost. */
export const testPassword = 'sandalwood at dawn'
export const testPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$dGVzdC1zYWx0LW9mLTE2Yg$HRXEeR+BkpV3MryBr62z2HVMQH3n+mLAJwTBnjSrwbE'

/** What is being answered when a test ends may take so long. */
const CLOSING_MS = 1_000

export interface TestApp extends AsyncDisposable {
  app: FastifyInstance
  deps: Omit<Deps, 'log'>
  cache: ResponseCache
  databaseUrl: string
  /** Runs SQL on the test's own database. */
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>
}

/** The whole app on a database of its own, copied from the migrated template, or on `databaseUrl`. Dispose of it at the end. */
export async function buildTestApp(
  options: {
    databaseUrl?: string
    /** Past the pooler, where `databaseUrl` is one's. */
    directUrl?: string
    /** Of a hot standby; it may be 1.5 seconds behind. */
    readUrl?: string
    env?: Record<string, string>
    storefront?: StorefrontBundle
    clock?: () => Date
    gateways?: Partial<Gateways>
    media?: MediaStore
    passwordChecks?: Partial<PasswordChecks>
    wrapSearches?: (own: Searches) => Searches
    tracing?: Tracing
    /** Where the log goes, a line at a time. */
    logTo?: { write(line: string): void }
    /** In milliseconds. */
    maxEventLoopDelay?: number
    /** How many connections it may have; 10 without. */
    poolSize?: number
  } = {},
): Promise<TestApp> {
  const { databaseUrl, storefront, media, logTo } = options
  const { url, drop } = databaseUrl
    ? { url: databaseUrl, drop: async () => undefined }
    : await cloneDatabase(inject('databaseTemplate'))
  const env = readEnvironment({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    PUBLIC_URL: 'http://shop.test',
    LIMIT_REVIEWS: 'off',
    ADMIN_PASSWORD_HASH: testPasswordHash,
    ...options.env,
  })
  const { poolSize } = options
  const orm = await openDatabase(url, {
    isPreparing: !options.directUrl,
    ...(poolSize && { poolSize }),
    onPool: (pool) => refuseSecondConnections(pool, (em) => em.getDriver() === orm.em.getDriver()),
  })
  const pool = newPool(url, { max: 4 })
  const limitsPool = openLimitsPool(url)
  const cache = new ResponseCache()
  const clock = options.clock ?? (() => new Date())
  const gateways = { ...gatewaysFrom(env, clock, { orm }), ...options.gateways }
  const passwordChecks = makePasswordChecks(options.passwordChecks)
  const { readUrl } = options
  const replica = readUrl
    ? makeReplica(await openDatabase(readUrl), { primary: orm, changes: cache }, 1_500)
    : undefined
  const { wrapSearches = (own: Searches) => own } = options
  const searches = wrapSearches(makeSearches({ orm, cache }))
  const deps = {
    orm,
    orderOrm: orm,
    statusReads: makeStatusReads(),
    replica,
    env,
    settings: makeSettings({ orm, env, cache }),
    limits: makeLimits(limitsPool, env),
    searches,
    gateways,
    passwordChecks,
    clock,
    tracing: options.tracing,
  }
  const app = await buildApp({
    deps,
    cache,
    pools: { requests: orm, limits: limitsPool },
    storefront,
    media,
    logTo,
    // Off: a second in which a loaded machine gives a test no turn counts as an endless delay.
    maxEventLoopDelay: options.maxEventLoopDelay ?? 0,
  })
  await app.ready()
  await holdToDocument(app, await documentFor(env))
  const stopFollowing = await followCacheInvalidations({ url: options.directUrl ?? url, orm, cache, log: app.log })
  const stopReplica = replica?.follow(app.log)
  return {
    app,
    deps,
    cache,
    databaseUrl: url,
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    async [Symbol.asyncDispose]() {
      // A connection on which nothing was asked yet, as that of a gateway's callback, would keep it open for a minute.
      const cutting = setInterval(() => app.server.closeAllConnections(), CLOSING_MS)
      await app.close().finally(() => clearInterval(cutting))
      await stopReplica?.()
      await stopFollowing()
      await limitsPool.end()
      await pool.end()
      await orm.close()
      await drop()
    },
  }
}

const documents = new Map<string, ReturnType<typeof shopDocument>>()

/**
 * The document of a shop with this environment. Made once for all tests of a file, because it takes as long as the shop:
 * beside addresses and words only the name of the session's cookie differs between environments.
 */
function documentFor(env: Environment): ReturnType<typeof shopDocument> {
  const key = adminCookies(env).session.name
  const made = documents.get(key) ?? shopDocument(env)
  documents.set(key, made)
  return made
}
