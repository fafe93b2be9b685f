import { newPool, settingOnConnect } from '@marashi/postgres/connection'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { connectionSettings } from '../../db/connection-settings.ts'
import type { Environment } from '../../env.ts'
import { limitReached, settingOf } from './limit-settings.ts'
import { type DeedLimit, type LimitName, limitNames, type RequestLimit, rowOf } from './limit-table.ts'
import { type RequestCounter, requestCounter } from './request-counter.ts'

/** The limits of limit-table.ts that are not counted in a module's own records. */
export interface Limits {
  /**
   * Counts a deed of `key`, in PostgreSQL, so that several processes count together. Verbs call it last, because what is
   * refused for another reason does not count. Throws TOO_MANY_REQUESTS with the seconds to wait when the limit is reached.
   */
  deed(name: DeedLimit, key: string): Promise<void>
  /** Counts a request of `key` in this process; undefined where that limit is off. */
  requests: Record<RequestLimit, RequestCounter | undefined>
}

/** The limits, counted through `pool` as the environment sets them. See docs/operations.md#limits. */
export function makeLimits(pool: pg.Pool, env: Environment): Limits {
  const deeds = ofKind('database', (name) => databaseCounter(pool, name, env))
  return {
    async deed(name, key) {
      try {
        await deeds[name]?.consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw limitReached(name, refusal.msBeforeNext)
      }
    },
    requests: ofKind('process', (name) => {
      const setting = settingOf(name, env)
      return setting && requestCounter(setting)
    }),
  }
}

/**
 * Connections of the limits alone, so that counting does not wait behind orders. Nothing waits for long: 2 seconds for a
 * connection, 2 seconds for a lock, and `answerWithinMs` for a server or a network that has fallen silent.
 */
export function openLimitsPool(databaseUrl: string, { answerWithinMs = 6_000 } = {}): pg.Pool {
  const pool = newPool(databaseUrl, {
    max: 2,
    connectionTimeoutMillis: 2_000,
    query_timeout: answerWithinMs,
    application_name: 'marashi-limits',
    ...settingOnConnect(connectionSettings),
  })
  pool.on('error', () => undefined) // an idle connection broke; the pool replaces it
  return pool
}

type Kinds = { process: RequestLimit; database: DeedLimit }

function ofKind<Kind extends keyof Kinds, Counter>(kind: Kind, counterOf: (name: Kinds[Kind]) => Counter) {
  const names = limitNames.filter((name): name is LimitName & Kinds[Kind] => rowOf(name).kept === kind)
  return Object.fromEntries(names.map((name) => [name, counterOf(name)])) as Record<Kinds[Kind], Counter>
}

function databaseCounter(pool: pg.Pool, name: DeedLimit, env: Environment): RateLimiterPostgres | undefined {
  const setting = settingOf(name, env)
  return (
    setting &&
    new RateLimiterPostgres({
      storeClient: pool,
      keyPrefix: name,
      points: setting.most,
      duration: setting.seconds,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    })
  )
}
