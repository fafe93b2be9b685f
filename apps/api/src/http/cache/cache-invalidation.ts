import { setTimeout as wait } from 'node:timers/promises'
import { newClient } from '@marashi/postgres/connection'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { ResponseCache } from './response-cache.ts'

const RETRY_MS = 1_000
const PROOF_EVERY_MS = 10_000
const PROOF_WITHIN_MS = 5_000

/**
 * Listens for `catalogue_changed` and invalidates the cache on every one, whichever process made the change. While the
 * connection is down the cache gives out its last good copies alone. Returns how to stop listening; resolves once the
 * first attempt is over.
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
      application_name: 'marashi-news',
      keepAlive: true,
      connectionTimeoutMillis: PROOF_WITHIN_MS,
      query_timeout: PROOF_WITHIN_MS,
    })
    next.on('notification', () => cache.invalidate())
    next.on('error', () => undefined) // 'end' follows and does the work
    try {
      await next.connect()
      await next.query('listen catalogue_changed')
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (isStopped) return await next.end()
    const proving = setInterval(() => void prove(next), PROOF_EVERY_MS).unref()
    // Not before: an attempt that fails ends too, and each would start another round of attempts.
    next.on('end', () => {
      clearInterval(proving)
      cache.setListening(false)
      if (!isStopped) void reconnect()
    })
    client = next
    cache.setListening(true)
  }

  async function reconnect(): Promise<void> {
    log.warn('the connection that tells of catalogue changes is lost; until it is back, last good copies are served')
    for (let isFirst = true; !isStopped; isFirst = false) {
      // The first time at once: one broken connection is no database that is away.
      if (!isFirst) await wait(RETRY_MS)
      try {
        await connect()
        log.info('catalogue changes are heard again')
        return
      } catch {
        // The database is away; the next round asks again.
      }
    }
  }

  await connect()
  return async () => {
    isStopped = true
    await client?.end()
  }
}

/** A network may lose a connection without a word to either end: one that does not answer is ended. */
async function prove(client: pg.Client): Promise<void> {
  try {
    await client.query('select')
  } catch {
    client.connection.stream.destroy()
  }
}
