import { clientClass, columnTypes, connectionOptions, settingOnConnect } from '@marashi/postgres/connection'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { entities } from '../tables.ts'
import { type ConnectionName, connectionNames } from './connection-names.ts'
import { connectionSettings } from './connection-settings.ts'
import { tablesWithoutEntity } from './read-every-table.ts'
import { migrationsFolder } from './unknown-migrations.ts'

interface OpenOptions {
  poolSize?: number
  /** Has each statement parsed once for each connection: for those that last, and reach PostgreSQL past a pooler. */
  isPreparing?: boolean
  /** After so long without a word of the server a statement fails; unless given, only after what the system decides. */
  silenceMs?: number
  /** As whom PostgreSQL lists its connections. */
  name?: ConnectionName
  /** Beside or in place of `connectionSettings`. */
  settings?: Record<string, string | number>
  /** Receives the pool before its first connection. */
  onPool?: (pool: pg.Pool) => void
}

/** Opens the shop's database: a bounded pool in which every connection attempt, statement and wait for a lock times out. */
export async function openDatabase(
  url: string,
  {
    poolSize = 10,
    isPreparing = false,
    silenceMs,
    name = connectionNames.requests,
    settings,
    onPool,
  }: OpenOptions = {},
): Promise<MikroORM> {
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
        path: migrationsFolder,
        glob: '!(*.d).ts',
        snapshotName: '.snapshot',
        // The command that creates a migration writes the snapshot; a shop that starts must not change files.
        snapshotOnMigrate: false,
        emit: 'ts',
        tableName: 'schema_migrations',
        allOrNothing: true,
        silent: true,
      },
      driverOptions: {
        ...address,
        connectionTimeoutMillis: 2_000,
        application_name: name,
        types: columnTypes(),
        Client: clientClass({ isPreparing, silenceMs }),
        ...settingOnConnect({ ...connectionSettings, ...settings }),
        ...(onPool && { onPoolCreated: onPool }),
      },
    }),
  )
}
