import { setTimeout as wait } from 'node:timers/promises'
import { newClient } from '@marashi/postgres/connection'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { ResponseCache } from './response-cache.ts'

const RETRY_MS = 1_000
const CHECK_EVERY_MS = 10_000
const CHECK_TIMEOUT_MS = 5_000

/**
 * The one place where cached responses are invalidated. Triggers on products, categories and approved reviews send
 * `catalogue_changed` with PostgreSQL's NOTIFY, whichever process made the change; every notification makes all cached
 * responses stale (`ResponseCache.invalidate`). While the connection is down, nothing is fresh and the cache serves its
 * last good copies alone. Throws where the first attempt to connect fails; resolves to how to stop listening.
 */
export async function followCacheInvalidations(
  url: string,
  cache: ResponseCache,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let isStopped = false

  async function connect(): Promise<void> {
    const next = newClient(url, {
      application_name: 'marashi-cache',
      keepAlive: true,
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
    })
    next.on('notification', () => cache.invalidate())
    next.on('error', () => undefined) // 'end' follows and reconnects
    try {
      await next.connect()
      await next.query('listen catalogue_changed')
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (isStopped) return await next.end()
    const checking = setInterval(() => void check(next), CHECK_EVERY_MS).unref()
    // Added only now: an attempt that fails emits 'end' too, and would start a second round of attempts.
    next.on('end', () => {
      clearInterval(checking)
      cache.setListening(false)
      if (!isStopped) void reconnect()
    })
    client = next
    cache.setListening(true)
  }

  async function reconnect(): Promise<void> {
    log.warn('the connection that reports catalogue changes is lost; until it is back, last good copies are served')
    for (let isFirst = true; !isStopped; isFirst = false) {
      // The first attempt is immediate: usually one connection broke and the database still runs.
      if (!isFirst) await wait(RETRY_MS)
      try {
        await connect()
        log.info('catalogue changes are received again')
        return
      } catch {
        // The database is unreachable; the next round tries again.
      }
    }
  }

  await connect()
  return async () => {
    isStopped = true
    await client?.end()
  }
}

/** A network may drop a connection without telling either end: one that does not answer is closed. */
async function check(client: pg.Client): Promise<void> {
  try {
    await client.query('select')
  } catch {
    client.connection.stream.destroy()
  }
}
