import { setTimeout as wait } from 'node:timers/promises'
import { newClient } from '@marashi/postgres/connection'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { AnswerCache } from './answer-cache.ts'

const RETRY_MS = 1_000

/**
 * Listens for `catalogue_changed` and clears the cache on every one, whichever process made the change. While the
 * connection is down the cache is off. Returns how to stop listening; resolves once the first attempt is over.
 */
export async function followCatalogueNews(
  url: string,
  cache: AnswerCache,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let isStopped = false

  async function connect(): Promise<void> {
    const next = newClient(url, { application_name: 'marashi-news', keepAlive: true })
    next.on('notification', () => cache.clear())
    next.on('error', () => undefined) // 'end' follows and does the work
    try {
      await next.connect()
      await next.query('listen catalogue_changed')
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (isStopped) return await next.end()
    // Not before: an attempt that fails ends too, and each would start another round of attempts.
    next.on('end', () => {
      cache.setListening(false)
      if (!isStopped) void reconnect()
    })
    client = next
    cache.setListening(true)
  }

  async function reconnect(): Promise<void> {
    log.warn('lost the connection that tells of catalogue changes; answers are made fresh until it is back')
    while (!isStopped) {
      await wait(RETRY_MS)
      try {
        await connect()
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
