import { setTimeout as wait } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { FastifyBaseLogger } from 'fastify'
import { db } from '../../db/db.ts'
import { type ChangeListener, listenForChanges, probeChannel } from './change-listener.ts'
import type { ResponseCache } from './response-cache.ts'

const RETRY_MS = 1_000
/** With the five seconds that a probe may take, no page is older than ten where a connection falls silent. */
const CHECK_EVERY_MS = 5_000

export interface CacheInvalidationOptions {
  /** The database itself: behind a pooler that hands out a connection for each transaction nothing would be heard. */
  url: string
  cache: ResponseCache
  log: FastifyBaseLogger
  /** The shop's pool, which every change of the catalogue goes through. */
  orm: MikroORM
  checkEveryMs?: number
}

/**
 * The one place where cached responses are invalidated. Triggers on products, categories and approved reviews send
 * `catalogue_changed` with PostgreSQL's NOTIFY, whichever process made the change; every notification makes all cached
 * responses stale (`ResponseCache.invalidate`). A connection counts as listening once it has heard a probe, and proves
 * itself again every five seconds. Without one nothing is kept, and the cache serves its last good copies alone.
 *
 * Throws where the first attempt to connect fails; resolves to how to stop listening.
 */
export async function followCacheInvalidations(options: CacheInvalidationOptions): Promise<() => Promise<void>> {
  const { url, orm, cache, log, checkEveryMs = CHECK_EVERY_MS } = options
  const sendProbe = (id: string) =>
    db(orm.em.fork())
      .selectNoFrom(({ fn, val }) => fn('pg_notify', [val(probeChannel), val(id)]).as('sent'))
      .execute()
  let listener: ChangeListener | undefined
  let isStopped = false

  async function connect(): Promise<void> {
    const next = await listenForChanges(url, (changed) => cache.invalidate(changed))
    if (isStopped) return await next.close()
    listener = next
    let hasEnded = false
    const checking = setInterval(() => void check(next), checkEveryMs).unref()
    next.onEnd(() => {
      hasEnded = true
      clearInterval(checking)
      cache.setListening(false)
      if (!isStopped) void reconnect()
    })
    const hearsNothing = (await next.hears(sendProbe)) === false
    if (hasEnded) return
    if (!hearsNothing) cache.setListening(true)
    else if (await next.isAlive()) log.error(noNotifications)
    else next.destroy()
  }

  /** A network may drop a connection without telling either end: one that is silent is closed, and another opened. */
  async function check(current: ChangeListener): Promise<void> {
    const hears = (await current.hears(sendProbe)) ?? (await current.isAlive())
    if (hears && !cache.isListening) cache.setListening(true)
    // One that has never heard anything is kept behind a pooler alone: silent altogether, it would never end by itself.
    if (!hears && (cache.isListening || !(await current.isAlive()))) current.destroy()
  }

  async function reconnect(): Promise<void> {
    log.warn('the connection that reports catalogue changes is lost; until it is back, last good copies are served')
    for (let isFirst = true; !isStopped; isFirst = false) {
      // The first attempt is immediate: usually one connection broke and the database still runs.
      if (!isFirst) await wait(RETRY_MS)
      try {
        await connect()
        if (cache.isListening) log.info('catalogue changes are received again')
        return
      } catch {
        // The database is unreachable; the next round tries again.
      }
    }
  }

  // Notifications come in the order of their commits, so the changes before a probe have been heard when it is.
  cache.hearWith(async () => listener?.hears(sendProbe))
  await connect()
  return async () => {
    isStopped = true
    await listener?.close()
  }
}

const noNotifications =
  'catalogue changes are not heard, so nothing is cached and every page costs the database: a pooler stands in between. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself'
