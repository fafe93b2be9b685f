import type { MikroORM } from '@mikro-orm/postgresql'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { db } from './db.ts'
import { namingDatabase } from './missing-database.ts'

const ASK_EVERY_MS = 10_000
/** An answer that took longer does not tell the time well enough. */
const LONGEST_ANSWER_MS = 2_000
/** More than clocks drift apart in between, or one is set a little now and then. */
const JUMP_MS = 2_000
/** What two processes call now may be so far apart: each carries the time on by itself, and reads it at an instant of its own. */
export const PROCESS_CLOCKS_DIFFER_BY_MS = 60_000

export interface DatabaseClock {
  now: () => Date
  /** Asks the database for its time; rejects where it does not answer. Until then the clock shows the machine's time. */
  set(): Promise<void>
  /** Asks the database for its time again and again, and answers how to stop. */
  follow(log: Pick<FastifyBaseLogger, 'warn'>, askEveryMs?: number): () => Promise<void>
}

/**
 * The shop's clock: the database's time, which all processes share, carried on by this process's monotonic clock between
 * two questions and while the database is away. The clock of the machine that the process runs on, which may be wrong or
 * be set, counts nowhere. `readTime` asks the database.
 */
export function makeDatabaseClock(readTime: () => Promise<Date>): DatabaseClock {
  let aheadMs = Date.now() - performance.now()

  async function ask(log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
    const asked = performance.now()
    const measured = await measure(readTime).catch(() => undefined)
    if (measured === undefined || performance.now() - asked > LONGEST_ANSWER_MS) return
    const jumpedMs = Math.round(measured - aheadMs)
    aheadMs = measured
    if (Math.abs(jumpedMs) >= JUMP_MS) log.warn({ jumpedSeconds: jumpedMs / 1_000 }, jumped)
  }

  return {
    now: () => new Date(performance.now() + aheadMs),
    async set() {
      aheadMs = await measure(readTime)
    },
    follow(log, askEveryMs = ASK_EVERY_MS) {
      let asking: Promise<void> | undefined
      const timer = setInterval(() => {
        asking ??= ask(log).finally(() => {
          asking = undefined
        })
      }, askEveryMs).unref()
      return async () => {
        clearInterval(timer)
        await asking
      }
    },
  }
}

/** By how many milliseconds the database's time is ahead of this process's monotonic clock. */
async function measure(readTime: () => Promise<Date>): Promise<number> {
  const asked = performance.now()
  const time = await readTime()
  return time.getTime() - (asked + performance.now()) / 2
}

/**
 * The time of a database, whatever its schema: what starts and commands ask it first. Throws an Error for the owner where no
 * server answers, and where no database has that name.
 */
export async function readDatabaseTime(orm: MikroORM): Promise<Date> {
  const time = db(orm.em.fork()).selectNoFrom(sql<Date>`clock_timestamp()`.as('now'))
  return (await namingDatabase(orm, () => time.executeTakeFirstOrThrow())).now
}

const jumped =
  'the clock of the database has jumped, or this machine slept: the shop follows the database. Check that its machine keeps time'
