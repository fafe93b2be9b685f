import type { MikroORM } from '@mikro-orm/postgresql'

// Two processes that start together must not both migrate: any fixed number can name the lock.
const MIGRATION_LOCK = 4_711_2026
const DATABASE_MISSING = '3D000'
const LOCK_TIMEOUT = '55P03'

/** Another process may update a large database before us. */
const WAIT_FOR_OTHERS = '10min'
/** A shop that still serves waits behind a migration that waits for a table: no longer than this. */
const WAIT_FOR_TABLE = '5s'

interface MigrateOptions {
  /** Called under the lock before the first migration of a database that is in use already. */
  beforeUpdate?: (pending: string[]) => Promise<void>
}

/**
 * Brings the schema up to date in one transaction and returns the migrations that it ran. Several processes may start at
 * once: the later ones wait and find nothing to do.
 *
 * Throws an Error for the owner that names the migration that failed; the database is then as it was. Throws one too where
 * no database has that name: the shop creates none on a server of the owner's, because a mistyped name would open a
 * second, empty shop.
 */
export async function migrate(orm: MikroORM, options: MigrateOptions = {}): Promise<string[]> {
  try {
    return await bringUpToDate(orm, options)
  } catch (error) {
    if (codeOf(error) !== DATABASE_MISSING) throw error
    const name = orm.config.get('dbName')
    throw new Error(
      `There is no database "${name}" on the server of DATABASE_URL. Correct the name, or create the database first: createdb ${name}`,
      { cause: error },
    )
  }
}

/** Sets time limits of the transaction on a connection, and waits until no other process changes the schema. */
export const lockSchema = [
  `set local lock_timeout = '${WAIT_FOR_OTHERS}'`,
  'set local idle_in_transaction_session_timeout = 0',
  'set local statement_timeout = 0',
  `select pg_advisory_xact_lock(${MIGRATION_LOCK})`,
  `set local lock_timeout = '${WAIT_FOR_TABLE}'`,
]

async function bringUpToDate(orm: MikroORM, { beforeUpdate }: MigrateOptions): Promise<string[]> {
  const connection = orm.em.getConnection()
  let running: string | undefined
  const follow = ({ name }: { name: string }) => {
    running = name
  }
  orm.migrator.on('migrating', follow)
  try {
    return await connection.transactional(async (transaction) => {
      for (const statement of lockSchema) await connection.execute(statement, [], 'run', transaction)
      const pending = (await orm.migrator.getPending()).map(({ name }) => name)
      if (pending.length === 0) return []
      if ((await orm.migrator.getExecuted()).length > 0) await beforeUpdate?.(pending)
      await orm.migrator.up({ transaction })
      return pending
    })
  } catch (error) {
    if (!running) throw error
    const why = codeOf(error) === LOCK_TIMEOUT ? 'Another program holds a table that it changes.' : String(error)
    throw new Error(`The migration ${running} failed, and the database is as it was before. ${why}`, { cause: error })
  } finally {
    orm.migrator.off('migrating', follow)
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
