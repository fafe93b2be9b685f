import { newPool, settingOnConnect } from '@marashi/postgres/connection'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { connectionNames } from '../../db/connection-names.ts'
import { connectionSettings } from '../../db/connection-settings.ts'
import type { Environment } from '../../env.ts'
import { limitReached, limitSettingOf } from './limit-settings.ts'
import { type DeedLimit, type LimitName, limitNames, type RequestLimit, rowOf } from './limit-table.ts'
import { SITE_TIMES, siteOfNetwork } from './network-of.ts'
import { networkCounter, type RequestCounter, requestCounter } from './request-counter.ts'

/** The limits of limit-table.ts that are not counted in a module's own records. */
export interface Limits {
  /**
   * Counts a deed of `key`, in PostgreSQL, so that several processes count together; of a network with its /48, which has ten
   * times as much. `of` is what the row counts beside it, as a product. Verbs call it last, because what is refused for another
   * reason does not count. Throws TOO_MANY_REQUESTS with the seconds to wait when the limit is reached.
   */
  deed(name: DeedLimit, key: string, of?: string): Promise<void>
  /** Counts a request of `key` in this process; undefined where that limit is off. */
  requests: Record<RequestLimit, RequestCounter | undefined>
}

/** The limits, counted through `pool` as the environment sets them. See docs/operations.md#limits. */
export function makeLimits(pool: pg.Pool, env: Environment): Limits {
  const deeds = ofKind('database', (name) => ({
    networks: databaseCounter(pool, name, env),
    sites: databaseCounter(pool, name, env, { prefix: `${name}-site`, times: SITE_TIMES }),
  }))
  return {
    async deed(name, key, of) {
      const { networks, sites } = deeds[name]
      const site = countsNetworks(name) ? siteOfNetwork(key) : undefined
      const together = (who: string) => (of === undefined ? who : `${who}:${of}`)
      try {
        await networks?.consume(together(key))
        if (site !== undefined) await sites?.consume(together(site))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw limitReached(name, refusal.msBeforeNext)
      }
    },
    requests: ofKind('process', (name) => {
      const setting = limitSettingOf(name, env)
      return setting && (countsNetworks(name) ? networkCounter(setting) : requestCounter(setting))
    }),
  }
}

/**
 * Connections of the limits alone, so that counting does not wait behind orders. Nothing waits for long: 2 seconds for a
 * connection, 2 seconds for a lock, and `answerWithinMs` for a server or a network that has fallen silent.
 */
export function openLimitsPool(databaseUrl: string, { answerWithinMs = 6_000 } = {}): pg.Pool {
  return newPool(databaseUrl, {
    max: 2,
    connectionTimeoutMillis: 2_000,
    query_timeout: answerWithinMs,
    application_name: connectionNames.limits,
    ...settingOnConnect(connectionSettings),
  })
}

type Kinds = { process: RequestLimit; database: DeedLimit }

function ofKind<Kind extends keyof Kinds, Counter>(kind: Kind, counterOf: (name: Kinds[Kind]) => Counter) {
  const names = limitNames.filter((name): name is LimitName & Kinds[Kind] => rowOf(name).kept === kind)
  return Object.fromEntries(names.map((name) => [name, counterOf(name)])) as Record<Kinds[Kind], Counter>
}

const countsNetworks = (name: LimitName): boolean => /^(network|subnet)\b/.test(rowOf(name).who)

function databaseCounter(
  pool: pg.Pool,
  name: DeedLimit,
  env: Environment,
  { prefix = name, times = 1 }: { prefix?: string; times?: number } = {},
): RateLimiterPostgres | undefined {
  const setting = limitSettingOf(name, env)
  return (
    setting &&
    new RateLimiterPostgres({
      storeClient: pool,
      keyPrefix: prefix,
      points: setting.most * times,
      duration: setting.seconds,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    })
  )
}
