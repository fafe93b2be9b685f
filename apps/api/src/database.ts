import { fileURLToPath } from 'node:url'
import { columnTypes, connectionOptions } from '@marashi/postgres/connection'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { entities } from './tables.ts'

// Two processes that start together must not both migrate; any fixed number serves as the lock's name.
const MIGRATION_LOCK = 4_711_2026
const LOST_FOR_MS = 2_000

/** Opens the shop's database: a bounded pool whose statements and waits end in time (design/reliability 20). */
export async function openDatabase(url: string, { poolSize = 10 } = {}): Promise<MikroORM> {
  const address = connectionOptions(url)
  return await MikroORM.init(
    defineConfig({
      dbName: address.database,
      // Whoever mistypes a name gets an error, not a second, empty shop.
      ensureDatabase: false,
      entities: [...entities],
      extensions: [Migrator],
      forceUtcTimezone: true,
      pool: { min: 0, max: poolSize },
      // Triggers, and the tables that only they or a library write to, live in the migrations alone.
      schemaGenerator: {
        ignoreTriggers: true,
        ignoreRoutines: true,
        skipTables: ['gateway_pace', 'rate_limits', 'search_words', 'tallies'],
      },
      migrations: {
        path: fileURLToPath(new URL('../migrations', import.meta.url)),
        glob: '!(*.d).ts',
        snapshotName: '.snapshot',
        // The snapshot is written with a new migration; a shop that starts leaves its own files alone.
        snapshotOnMigrate: false,
        emit: 'ts',
        tableName: 'schema_migrations',
        allOrNothing: true,
        silent: true,
      },
      driverOptions: {
        ...address,
        connectionTimeoutMillis: 2_000,
        statement_timeout: 5_000,
        lock_timeout: 2_000,
        idle_in_transaction_session_timeout: 10_000,
        application_name: 'marashi',
        types: columnTypes(),
        onPoolCreated: takeBackLostConnections,
      },
    }),
  )
}

/**
 * A transaction whose connection is lost can neither commit nor roll back, and Kysely keeps its place in the pool for good
 * then: a few outages of the database would leave none. Whoever held it has been told by an error long before.
 */
function takeBackLostConnections(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.once('end', () => {
      setTimeout(() => giveBack(client), LOST_FOR_MS).unref()
    })
  })
}

function giveBack(client: pg.PoolClient): void {
  try {
    client.release(true)
  } catch {
    // It was given back already: the pool's own word for it is an error.
  }
}

/** Brings the schema up to date; safe when several processes start at once: the later ones wait and find nothing to do. */
export async function migrate(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection()
  await connection.transactional(async (trx) => {
    await connection.execute('set local lock_timeout = 0', [], 'run', trx)
    await connection.execute('set local idle_in_transaction_session_timeout = 0', [], 'run', trx)
    await connection.execute('set local statement_timeout = 0', [], 'run', trx)
    await connection.execute(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`, [], 'run', trx)
    await orm.migrator.up()
  })
}
