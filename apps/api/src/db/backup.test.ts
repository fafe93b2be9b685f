import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { newClient } from '@marashi/postgres/connection'
import { startTestServer } from '@marashi/postgres/testing/start-test-server'
import { findSystemPostgres } from '@marashi/postgres/testing/system-postgres'
import { expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { fillShop } from '../testing/fill-shop.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const run = promisify(execFile)
const tools = findSystemPostgres()

// pg_dump reads no server of a later version, so the whole shop runs on the server that came with it.
it.skipIf(!tools)(
  'comes back whole from a standard backup, orders and money included',
  { timeout: 120_000 },
  async () => {
    if (!tools) return
    const dump = path.join(os.tmpdir(), `marashi-backup-${process.pid}.dump`)
    await using server = await startTestServer({ binaries: tools })
    const encrypted = { sslmode: 'require' }
    const [original, restored] = ['original', 'restored'].map((name) => server.url(name, encrypted)) as [string, string]
    await inDatabase(server.url('postgres', encrypted), async (ask) => {
      await ask('create database original')
      await ask('create database restored')
    })
    const orm = await openDatabase(original)
    await migrate(orm)
    await orm.close()
    {
      await using shop = await buildTestApp({ databaseUrl: original })
      await fillShop(shop)
    }
    try {
      const dumped = await run(tools.pgDump, ['--format=custom', `--file=${dump}`, original])
      const back = await run(tools.pgRestore, ['--single-transaction', '--exit-on-error', `--dbname=${restored}`, dump])
      expect([dumped.stderr, back.stderr]).toEqual(['', ''])
    } finally {
      rmSync(dump, { force: true })
    }

    const before = await readAll(original)
    expect(await readAll(restored)).toEqual(before)
    const full = [
      'orders',
      'order_items',
      'payments',
      'payment_events',
      'products',
      'reviews',
      'counters',
      'search_words',
    ]
    for (const table of full) expect(before[`public.${table}`]?.length, table).toBeGreaterThan(0)
    await using again = await buildTestApp({ databaseUrl: restored })
    expect((await again.app.inject('/readyz')).statusCode).toBe(200)
    const [product] = await again.query<{ id: string; name: string }>(
      'select id, name from products order by name limit 1',
    )
    const answer = await again.app.inject(`/api/products/${product?.id}`)
    expect(answer.json()).toMatchObject({ name: product?.name })
    await again.query(`update products set name = 'Udi Mpyá' where id = $1`, [product?.id])
    const found = await again.app.inject('/api/products?search=udi%20mpya')
    expect(found.json()).toMatchObject([{ id: product?.id }])
  },
)

it('is not ready with a database that came back without its orders', async () => {
  await using shop = await buildTestApp()
  const isReady = async () => (await shop.app.inject('/readyz')).statusCode
  expect(await isReady()).toBe(200)
  await shop.query('alter table orders rename to orders_lost')
  expect(await isReady()).toBe(503)
  await shop.query('alter table orders_lost rename to orders')
  expect(await isReady()).toBe(200)
  await shop.query('alter table products rename column image to picture')
  expect(await isReady()).toBe(503)
})

it('is not ready without a table that only triggers write', async () => {
  await using shop = await buildTestApp()
  await shop.query('alter table counters rename to counters_lost')
  expect((await shop.app.inject('/readyz')).statusCode).toBe(503)
})

type Ask = <Row>(sql: string) => Promise<Row[]>

async function inDatabase<Result>(url: string, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const client = newClient(url)
  await client.connect()
  try {
    return await work(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}

/** Every row of every table, in an order that depends on the rows alone. */
async function readAll(url: string): Promise<Record<string, unknown[]>> {
  return inDatabase(url, async (ask) => {
    const tables = await ask<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
    )
    const rows: Record<string, unknown[]> = {}
    for (const { name } of tables) {
      rows[name] = await ask(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`)
    }
    rows.schema = await ask(schemaQuery)
    rows.sequences = await ask('select schemaname, sequencename, last_value from pg_sequences order by 1, 2')
    return rows
  })
}

const schemaQuery = `
  select pg_get_indexdef(c.oid) as definition from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'i' and n.nspname in ('public', 'pgboss')
  union all
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
  where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
  union all
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select oid::regprocedure || ' ' || provolatile::text || ' ' || coalesce(array_to_string(proconfig, ' '), '') from pg_proc
  where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
  union all
  select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attgenerated::text
  from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = c.relnamespace
  where attnum > 0 and not attisdropped and c.relkind = 'r' and n.nspname in ('public', 'pgboss')
  order by 1`
