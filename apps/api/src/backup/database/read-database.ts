import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectionNames } from '../../db/connection-names.ts'
import type { BackupManifest, TableManifest } from '../archive/manifest.ts'
import { linesIn } from '../archive/read-backup.ts'
import type { Entry } from '../archive/write-archive.ts'
import { copyOut, copySettings, type OwnTable, ownTables, quoted, sumOf } from './own-tables.ts'

// Any fixed number can name the lock.
const BACKUP_LOCK = 4_711_2027
// Small, so that shoppers' requests come in between.
const PART_BYTES = 128 * 1024
const PAUSE_MS = 500

/** The database as it was at one instant, open for reading while the shop goes on. */
export interface DatabaseSnapshot extends AsyncDisposable {
  migrations: string[]
  /** As the owner has set it. */
  shopName: string | undefined
  sequences: BackupManifest['sequences']
  /** Every table's rows, in parts; fills `tables` as it goes. Throws where the schema was changed meanwhile. */
  entries(): AsyncGenerator<Entry>
  tables: TableManifest[]
}

/**
 * Opens a snapshot; throws where another process still has one open for its backup after `timeoutMs`, or where the database
 * cannot be read.
 */
export async function openSnapshot(databaseUrl: string, timeoutMs = 0): Promise<DatabaseSnapshot> {
  for (const endsAt = performance.now() + timeoutMs; ; await wait(PAUSE_MS)) {
    const snapshot = await tryToOpen(databaseUrl)
    if (snapshot) return snapshot
    if (performance.now() >= endsAt) {
      throw new Error('Another backup is being made just now. Try again when it has ended.')
    }
  }
}

/** Undefined where another process has the lock: a transaction that waited for it would show the database as it was before. */
async function tryToOpen(databaseUrl: string): Promise<DatabaseSnapshot | undefined> {
  const client = newClient(databaseUrl, { application_name: connectionNames.backup })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query(copySettings)
    const lock = await client.query<{ isFree: boolean }>('select pg_try_advisory_xact_lock($1) as "isFree"', [
      BACKUP_LOCK,
    ])
    if (!lock.rows[0]?.isFree) {
      await client.end()
      return undefined
    }
    const migrations = await readMigrations(client)
    const own = await ownTables(client)
    const tables: TableManifest[] = []
    return {
      migrations: migrations.map(({ name }) => name.replace(/\.[jt]s$/, '')),
      shopName: await readShopName(client, own),
      sequences: await readSequences(client),
      tables,
      async *entries() {
        for (const table of own) tables.push(yield* readTable(client, table))
        await refuseChanged(databaseUrl, migrations)
      },
      [Symbol.asyncDispose]: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

interface Migration {
  name: string
  executedAt: string
}

async function readMigrations(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>(
    `select name, extract(epoch from executed_at)::text as "executedAt" from schema_migrations order by id`,
  )
  return rows
}

/**
 * A table that a migration writes anew, or a restore makes anew, is empty to every older snapshot: PostgreSQL keeps no rows of
 * before for it, and says nothing. The tables that were read are locked against both until the snapshot is closed.
 */
async function refuseChanged(databaseUrl: string, before: Migration[]): Promise<void> {
  const client = newClient(databaseUrl, { application_name: connectionNames.backup })
  await client.connect()
  try {
    if (isDeepStrictEqual(await readMigrations(client), before)) return
    throw new Error('The database was updated or restored while it was backed up. Make the backup again.')
  } finally {
    await client.end()
  }
}

async function readShopName(client: pg.Client, own: readonly OwnTable[]): Promise<string | undefined> {
  // A backup before an update may be of a shop without settings.
  if (!own.some(({ name }) => name === 'shop_settings')) return undefined
  const { rows } = await client.query<{ name: string }>(
    `select value #>> '{}' as name from shop_settings where key = 'shop.name' and value is not null`,
  )
  return rows[0]?.name
}

/** Sequences stand outside of transactions: what is read here may be ahead of the rows, never behind. */
export async function readSequences(client: pg.ClientBase): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename::text as name from pg_sequences
     where schemaname = 'public' and sequencename <> 'schema_migrations_id_seq' order by 1`,
  )
  const sequences: BackupManifest['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
    )
    for (const { lastValue, isCalled } of state.rows) sequences.push({ name, lastValue, isCalled })
  }
  return sequences
}

async function* readTable(client: pg.Client, table: OwnTable): AsyncGenerator<Entry, TableManifest> {
  const hash = createHash('sha256')
  let bytes = 0
  let copied = 0
  let part = 0
  for await (const chunk of inParts(client.query(copyTo(copyOut(table))))) {
    hash.update(chunk)
    bytes += chunk.length
    copied += linesIn(chunk)
    yield { name: `tables/${table.name}/${String(++part).padStart(6, '0')}.copy`, bytes: chunk }
  }
  const { rows, sum } = await sumOf(client, table)
  if (rows !== copied) throw new Error(`The table ${table.name} has ${rows} rows, and ${copied} were copied.`)
  return { ...table, rows, sum, bytes, sha256: hash.digest('hex') }
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}
