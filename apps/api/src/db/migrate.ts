import { setTimeout as wait } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { namingMissingDatabase } from './missing-database.ts'
import { refuseUnsuitable } from './refuse-unsuitable.ts'

// Two processes that start together must not both migrate: any fixed number can name the lock.
const MIGRATION_LOCK = 4_711_2026
const LOCK_TIMEOUT = '55P03'
const DEADLOCK = '40P01'

/** Another process may update a large database before us. */
const WAIT_FOR_OTHERS = '10min'
/**
 * Every statement of a shop that still serves waits behind a migration that waits for a table. It gives up after two
 * seconds, and PostgreSQL looks for deadlocks after one: so the migration goes out of the way before, and tries again.
 */
const WAIT_FOR_TABLE = '500ms'
/** An autovacuum goes out of the way, but only once PostgreSQL has looked for deadlocks. */
const WAIT_FOR_AUTOVACUUM = '1500ms'
const PAUSE_MS = 500
/** A backup reads every table for about this long. */
export const TABLES_TIMEOUT_MS = 90_000

interface MigrateOptions {
  /** Called under the lock before the first migration of a database that is in use already. */
  beforeUpdate?: (pending: string[]) => Promise<void>
  /** For how long it tries to get tables that others hold. */
  timeoutMs?: number
  /** For how long it waits for a process that copies or updates the same database, in PostgreSQL's words. */
  waitForOthers?: string
}

/**
 * Brings the schema up to date in one transaction and returns the migrations that it ran. Several processes may start at
 * once: the later ones wait and find nothing to do.
 *
 * Throws an Error for the owner that names the migration that failed; the database is then as it was. Throws one too where
 * no database has that name, or where a new one does not suit a shop.
 */
export async function migrate(orm: MikroORM, options: MigrateOptions = {}): Promise<string[]> {
  return await namingMissingDatabase(orm, () => bringUpToDate(orm, options))
}

/**
 * Sets time limits of a transaction, whose statements `run` runs, and waits until no other process changes the schema.
 * Throws an Error for the owner where one does for longer than `waitForOthers`.
 */
export async function lockSchema(
  run: (statement: string) => Promise<unknown>,
  waitForOthers = WAIT_FOR_OTHERS,
): Promise<void> {
  await run(`set local lock_timeout = '${waitForOthers}'`)
  await run('set local idle_in_transaction_session_timeout = 0')
  await run('set local statement_timeout = 0')
  await run(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`).catch((cause: unknown) => {
    if (!isHeld(cause)) throw cause
    throw new Error(
      `Another process has been copying or updating the database for ${waitForOthers}, and still is. Nothing was changed. Start this one again when that is done.`,
      { cause },
    )
  })
  await run(`set local lock_timeout = '${WAIT_FOR_TABLE}'`)
}

async function bringUpToDate(
  orm: MikroORM,
  { beforeUpdate, timeoutMs = TABLES_TIMEOUT_MS, waitForOthers }: MigrateOptions,
): Promise<string[]> {
  const connection = orm.em.getConnection()
  let running: string | undefined
  const follow = ({ name }: { name: string }) => {
    running = name
  }
  orm.migrator.on('migrating', follow)
  try {
    return await connection.transactional(async (transaction) => {
      const run = (statement: string) => connection.execute(statement, [], 'run', transaction)
      await lockSchema(run, waitForOthers)
      const pending = (await orm.migrator.getPending()).map(({ name }) => name)
      if (pending.length === 0) return []
      if ((await orm.migrator.getExecuted()).length > 0) await beforeUpdate?.(pending)
      else await refuseUnsuitable((query) => connection.execute(query, [], 'all', transaction))
      const migrateAll = () =>
        connection.transactional((savepoint) => orm.migrator.up({ transaction: savepoint }), { ctx: transaction })
      const setWaiting = async () => {
        const [{ isVacuumed } = {}] = await connection.execute<Vacuumed[]>(autovacuumHolds, [], 'all', transaction)
        const waitFor = isVacuumed ? WAIT_FOR_AUTOVACUUM : WAIT_FOR_TABLE
        await run(`set local lock_timeout = '${waitFor}'`)
      }
      await untilTablesAreFree(migrateAll, { timeoutMs, beforeNext: setWaiting })
      return pending
    })
  } catch (error) {
    if (!running) throw error
    const why = isHeld(error) ? 'Another program holds a table that it changes.' : String(error)
    throw new Error(`The migration ${running} failed, and the database is as it was before. ${why}`, { cause: error })
  } finally {
    orm.migrator.off('migrating', follow)
  }
}

interface Vacuumed {
  isVacuumed: boolean
}

/** Who is no superuser sees of the processes of others only that they are nobody's, as those that vacuum are. */
const autovacuumHolds = `
  select exists (
    select from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and a.usesysid is null
      and l.locktype = 'relation' and l.mode = 'ShareUpdateExclusiveLock' and l.granted) as "isVacuumed"`

/** Runs `attempt`, whose savepoint gives up every lock when it fails, until no other program holds what it needs. */
async function untilTablesAreFree(
  attempt: () => Promise<unknown>,
  { timeoutMs, beforeNext }: { timeoutMs: number; beforeNext: () => Promise<unknown> },
): Promise<void> {
  for (const endsAt = performance.now() + timeoutMs; ; await wait(PAUSE_MS)) {
    try {
      await attempt()
      return
    } catch (error) {
      if (!isHeld(error) || performance.now() > endsAt) throw error
      await beforeNext()
    }
  }
}

const isHeld = (error: unknown) => codeOf(error) === LOCK_TIMEOUT || codeOf(error) === DEADLOCK

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
