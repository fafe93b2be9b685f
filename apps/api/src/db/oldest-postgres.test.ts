import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { startTestServer } from '@marashi/postgres/testing/start-test-server'
import { findSystemPostgres } from '@marashi/postgres/testing/system-postgres'
import { expect, inject, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { fillShop } from '../testing/fill-shop.ts'
import { inDatabase } from '../testing/read-whole-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { migrationsFolder } from './unknown-migrations.ts'

const binaries = findSystemPostgres(15)

it.skipIf(!binaries)('runs on the oldest PostgreSQL that it promises', { timeout: 120_000 }, async () => {
  await using server = await startTestServer(binaries)
  const databaseUrl = server.url('postgres', { sslmode: 'require' })
  const orm = await openDatabase(databaseUrl)
  await migrate(orm)
  await orm.close()
  await using shop = await buildTestApp({ databaseUrl })
  await fillShop(shop)
  expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
})

/** It says what to do instead. */
const SHOWN_IN = 'Migration20261126051100_cancelled_by_shopper'

it('gives no table whose row a parsed function takes a column with a default: 17.12 refuses it', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const tables = await inDatabase(url, (ask) =>
    ask<{ name: string }>(
      `select distinct c.relname::text as name from pg_proc p join pg_class c on c.reltype = any(p.proargtypes)
       where p.prosqlbody is not null and c.relkind = 'r'`,
    ),
  )
  await drop()
  expect(tables.map(({ name }) => name)).toContain('orders')
  const ofOne = tables.map(({ name }) => name).join('|')
  const refused = new RegExp(`alter table "?(${ofOne})"?[^\`;]*\\badd\\b[^\`;]*\\bdefault\\b`)
  const files = readdirSync(migrationsFolder).filter((file) => file >= `${SHOWN_IN}.ts`)
  const refusedIn = files.filter((file) => refused.test(readFileSync(path.join(migrationsFolder, file), 'utf8')))
  expect(refusedIn).toEqual([`${SHOWN_IN}.ts`])
})
