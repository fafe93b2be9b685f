import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { newClient } from './connection.ts'
import type { EmbeddedPostgres } from './embedded.ts'

/** A migrated database to copy from; plain values, so that it can be handed from one process to another. */
export interface Template {
  name: string
  serverUrl: string
}

/**
 * Makes a database, lets `migrate` fill it, and closes it so that it can be copied any number of times.
 * `drop` removes it and every copy that was left; those of earlier, killed runs are removed here.
 */
export async function prepareTemplate(options: {
  migrate: (url: string) => Promise<void>
  server: Pick<EmbeddedPostgres, 'url'>
}): Promise<{ drop: () => Promise<void>; template: Template }> {
  const serverUrl = options.server.url('postgres')
  const client = newClient(serverUrl)
  await client.connect()
  const run = randomInt(1, 2 ** 31)
  // Held while this run lives: other runs on the same server see that its databases are in use.
  await client.query('select pg_advisory_lock($1)', [run])
  await dropLeftDatabases(client)
  const name = `test_${run}_template`
  const drop = async () => {
    await client.query('select pg_advisory_unlock($1)', [run])
    await dropLeftDatabases(client)
    await client.end()
  }
  try {
    await client.query(`create database ${name}`)
    await options.migrate(options.server.url(name))
    // PostgreSQL copies no database that somebody is connected to.
    await client.query(`alter database ${name} allow_connections false`)
  } catch (error) {
    await drop()
    throw error
  }
  return { drop, template: { name, serverUrl } }
}

/** Copies the template into a database of its own for one test file; `drop` removes it, ending its connections. */
export async function cloneDatabase(template: Template): Promise<{ drop: () => Promise<void>; url: string }> {
  const name = `${template.name.replace(/template$/, '')}${randomInt(2 ** 47).toString(36)}`
  const url = new URL(template.serverUrl)
  url.pathname = name
  await query(template.serverUrl, `create database ${name} template ${template.name} strategy file_copy`)
  return { url: url.href, drop: () => query(template.serverUrl, `drop database if exists ${name} with (force)`) }
}

async function query(url: string, statement: string): Promise<void> {
  const client = newClient(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Drops the test databases of every run that has ended, with or without cleaning up. */
async function dropLeftDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; run: number }>(
    `select datname as name, split_part(datname, '_', 2)::int as run from pg_database where datname ~ '^test_[0-9]+_'`,
  )
  for (const { name, run } of rows) {
    const free = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [run])
    if (!free.rows[0]?.locked) continue
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query('select pg_advisory_unlock($1)', [run])
  }
}
