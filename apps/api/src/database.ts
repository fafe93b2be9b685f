import { fileURLToPath } from 'node:url'
import { columnTypes, connectionOptions } from '@marashi/postgres/connection'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { entities } from './tables.ts'

// Two processes that start together must not both migrate; any fixed number serves as the lock's name.
const MIGRATION_LOCK = 4_711_2026
const LOST_FOR_MS = 2_000
const DATABASE_MISSING = '3D000'
// Tables that only triggers or a library write to: they live in the migrations alone.
const tablesWithoutEntity = ['counters', 'look_up_slots', 'rate_limits', 'search_words']

/** Opens the shop's database: a bounded pool whose statements and waits end in time (design/reliability 20). */
export async function openDatabase(url: string, { poolSize = 10 } = {}): Promise<MikroORM> {
  const address = connectionOptions(url)
  return await MikroORM.init(
    defineConfig({
      dbName: address.database,
      ensureDatabase: false,
      entities: [...entities],
      extensions: [Migrator],
      forceUtcTimezone: true,
      pool: { min: 0, max: poolSize },
      schemaGenerator: { ignoreTriggers: true, ignoreRoutines: true, skipTables: tablesWithoutEntity },
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

/**
 * Brings the schema up to date; safe when several processes start at once: the later ones wait and find nothing to do.
 * Throws an Error for the owner where there is no database of that name: the shop makes none but the one that it brings
 * along, because a mistyped name would open a second, empty shop.
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

/**
 * Throws PostgreSQL's own error for the first table or column that the shop uses and cannot read. The list of migrations
 * is no proof: a backup that was restored in part brings that list and not the orders.
 */
export async function readEveryTable(orm: MikroORM): Promise<void> {
  const entities = [...orm.getMetadata().getAll().values()].filter(({ tableName, abstract }) => tableName && !abstract)
  const tables = entities.map(({ tableName, props }) => ({
    table: tableName,
    columns: props.filter(({ persist }) => persist !== false).flatMap(({ fieldNames }) => fieldNames ?? []),
  }))
  const probes = [...tables, ...tablesWithoutEntity.map((table) => ({ table, columns: [] }))].map(
    ({ table, columns }) => `exists (select ${columns.map((name) => `"${name}"`).join(', ')} from "${table}")`,
  )
  await orm.em.getConnection().execute(`select ${probes.join(', ')}`)
}
