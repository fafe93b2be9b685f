import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { newClient, newPool } from './connection.ts'
import type { EmbeddedPostgres } from './embedded.ts'
import { makeMemoryFolder } from './memory-folder.ts'

/** A migrated database to copy from; plain values, so that it can be handed from one process to another. */
export interface Template {
  name: string
  serverUrl: string
  /** Where its copies lie. */
  tablespace: string
}

/**
 * Makes a database, lets `migrate` fill it, and closes it so that it can be copied any number of times.
 * `drop` removes it and every copy that was left; those of earlier, killed runs are removed here.
 *
 * `isInMemory` keeps the copies in memory where the machine has the space: on some disks a copy takes ten times as long.
 * Nothing that is measured, and nothing that shows what a broken server keeps, may lie there.
 */
export async function prepareTemplate(options: {
  migrate: (url: string) => Promise<void>
  server: Pick<EmbeddedPostgres, 'url'>
  isInMemory?: boolean
}): Promise<{ drop: () => Promise<void>; template: Template }> {
  const serverUrl = options.server.url('postgres')
  const client = newClient(serverUrl)
  await client.connect()
  const run = randomInt(1, 2 ** 31)
  // Held while this run lives: other runs on the same server see that its databases are in use.
  await client.query('select pg_advisory_lock($1)', [run])
  await dropWhatIsLeft(client)
  const name = `test_${run}_template`
  const drop = async () => {
    await client.query('select pg_advisory_unlock($1)', [run])
    await dropWhatIsLeft(client)
    await client.end()
  }
  try {
    const folder = options.isInMemory ? makeMemoryFolder(`marashi_test_${run}`) : undefined
    const tablespace = folder ? await makeTablespace(client, { name: `test_${run}`, folder }) : 'pg_default'
    await client.query(`create database ${name}`)
    await options.migrate(options.server.url(name))
    // PostgreSQL copies no database that somebody is connected to.
    await client.query(`alter database ${name} allow_connections false`)
    return { drop, template: { name, serverUrl, tablespace } }
  } catch (error) {
    await drop()
    throw error
  }
}

async function makeTablespace(client: pg.Client, { name, folder }: { name: string; folder: string }): Promise<string> {
  await client.query(`create tablespace ${name} location '${folder}'`)
  return name
}

/** Copies the template into a database of its own for one test file; `drop` removes it, ending its connections. */
export async function cloneDatabase(template: Template): Promise<{ drop: () => Promise<void>; url: string }> {
  const name = `${template.name.replace(/template$/, '')}${randomInt(2 ** 47).toString(36)}`
  const url = new URL(template.serverUrl)
  url.pathname = name
  const server = poolOf(template.serverUrl)
  await server.query(
    `create database ${name} template ${template.name} tablespace ${template.tablespace} strategy file_copy`,
  )
  return {
    url: url.href,
    drop: async () => {
      await connectionsEnded(server, name)
      await server.query(`drop database if exists ${name} with (force)`)
    },
  }
}

/** A moment for connections that are being closed: PostgreSQL looks for them every tenth of a second, and each test drops one. */
async function connectionsEnded(server: pg.Pool, name: string): Promise<void> {
  for (let looks = 0; looks < 20; looks++) {
    const { rowCount } = await server.query('select from pg_stat_activity where datname = $1', [name])
    if (rowCount === 0) return
    await sleep(2)
  }
}

const pools = new Map<string, pg.Pool>()

/** Connections that stay: opening one takes a quarter as long as copying a database. They keep no process alive. */
function poolOf(serverUrl: string): pg.Pool {
  const known = pools.get(serverUrl)
  if (known) return known
  const pool = newPool(serverUrl, { max: 4, allowExitOnIdle: true })
  pools.set(serverUrl, pool)
  return pool
}

/** Drops the databases and the tablespace of every run that has ended, with or without cleaning up. */
async function dropWhatIsLeft(client: pg.Client): Promise<void> {
  const { rows: databases } = await client.query<{ name: string; run: number }>(
    `select datname as name, split_part(datname, '_', 2)::int as run from pg_database where datname ~ '^test_[0-9]+_'`,
  )
  for (const { name, run } of databases) {
    await whereEnded(client, run, () => client.query(`drop database if exists ${name} with (force)`))
  }
  const { rows: tablespaces } = await client.query<{ name: string; run: number; folder: string }>(
    `select spcname as name, split_part(spcname, '_', 2)::int as run, pg_tablespace_location(oid) as folder
     from pg_tablespace where spcname ~ '^test_[0-9]+$'`,
  )
  for (const { name, run, folder } of tablespaces) {
    await whereEnded(client, run, async () => {
      await client.query(`drop tablespace if exists ${name}`)
      rmSync(folder, { recursive: true, force: true })
    })
  }
}

async function whereEnded(client: pg.Client, run: number, clear: () => Promise<unknown>): Promise<void> {
  const free = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [run])
  if (!free.rows[0]?.locked) return
  await clear()
  await client.query('select pg_advisory_unlock($1)', [run])
}
