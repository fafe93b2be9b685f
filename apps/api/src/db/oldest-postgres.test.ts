import { startTestServer } from '@marashi/postgres/testing/start-test-server'
import { findSystemPostgres } from '@marashi/postgres/testing/system-postgres'
import { expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { fillShop } from '../testing/fill-shop.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

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
