import type { MikroORM } from '@mikro-orm/postgresql'

// Two processes that start together must not both migrate: any fixed number can name the lock.
const MIGRATION_LOCK = 4_711_2026
const DATABASE_MISSING = '3D000'

/**
 * Brings the schema up to date. Several processes may start at once: the later ones wait and find nothing to do. Throws an
 * Error for the owner where no database has that name: the shop creates none on a server of the owner's, because a mistyped
 * name would open a second, empty shop.
 */
export async function migrate(orm: MikroORM): Promise<void> {
  try {
    await bringUpToDate(orm)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DATABASE_MISSING)) throw error
    const name = orm.config.get('dbName')
    throw new Error(
      `There is no database "${name}" on the server of DATABASE_URL. Correct the name, or create the database first: createdb ${name}`,
      { cause: error },
    )
  }
}

async function bringUpToDate(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection()
  await connection.transactional(async (trx) => {
    await connection.execute('set local lock_timeout = 0', [], 'run', trx)
    await connection.execute('set local idle_in_transaction_session_timeout = 0', [], 'run', trx)
    await connection.execute('set local statement_timeout = 0', [], 'run', trx)
    await connection.execute(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`, [], 'run', trx)
    await orm.migrator.up()
  })
}
