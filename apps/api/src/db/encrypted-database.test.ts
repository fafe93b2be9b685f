import { startTestServer } from '@marashi/postgres/testing/start-test-server'
import { expect, inject, it } from 'vitest'
import { startJobs } from '../jobs/jobs.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { readDatabaseTime } from './database-clock.ts'
import { databaseTrouble } from './database-failure.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/** Opens every kind of connection that the shop has, and returns what the server reports of each. */
async function connectionsOf(databaseUrl: string): Promise<{ name: string; ssl: boolean; overTcp: boolean }[]> {
  const orm = await openDatabase(databaseUrl)
  await migrate(orm)
  await orm.close()
  await using shop = await buildTestApp({ databaseUrl, env: { LIMIT_ORDERS: '20/3600' } })
  const stopJobs = await startJobs(databaseUrl, [], shop.app.log)
  await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
  expect((await shop.app.inject('/api/products')).json()).toHaveLength(1)
  await shop.deps.limits.deed('orders', 'somebody')
  const connections = await shop.query<{ name: string; ssl: boolean; overTcp: boolean }>(`
    select distinct a.application_name as name, s.ssl, a.client_port <> -1 as "overTcp"
    from pg_stat_activity a join pg_stat_ssl s using (pid) where a.datname = current_database() order by 1`)
  await stopJobs()
  return connections
}

const names = ['', 'marashi', 'marashi-cache', 'marashi-jobs', 'marashi-limits']

it('opens on a server that refuses every unencrypted connection, with orders and jobs encrypted alike', async () => {
  await using server = await startTestServer()
  expect(await connectionsOf(server.url('postgres', { sslmode: 'require' }))).toEqual(
    names.map((name) => ({ name, ssl: true, overTcp: true })),
  )
})

it.skipIf(process.platform === 'win32')('opens over a Unix socket', async () => {
  await using server = await startTestServer()
  expect(await connectionsOf(server.socketUrl('postgres'))).toEqual(
    names.map((name) => ({ name, ssl: false, overTcp: false })),
  )
})

it('is away, and no fault of the shop, where its certificate is not accepted or it encrypts no more', async () => {
  await using server = await startTestServer()
  const plain = `${inject('databaseTemplate').serverUrl}?sslmode=require`
  for (const [url, reason] of [
    [server.url('postgres', { sslmode: 'verify-full' }), /self-signed certificate/],
    [plain, /does not support SSL/],
  ] as const) {
    const orm = await openDatabase(url)
    try {
      const failure = await orm.em
        .getConnection()
        .execute('select 1')
        .catch((error: unknown) => error)
      expect(databaseTrouble(failure), String(failure)).toBe('unreachable')
      const answer = await readDatabaseTime(orm).catch(({ message }: Error) => message)
      expect(answer).toMatch(/^The database does not answer: .*Check DATABASE_URL/)
      expect(answer).toMatch(reason)
    } finally {
      await orm.close()
    }
  }
})

it.each([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('is away where Node says %s of its certificate', (code) => {
  expect(databaseTrouble(Object.assign(new Error('certificate'), { code }))).toBe('unreachable')
  // Another service, asked by fetch.
  const cause = Object.assign(new Error('certificate'), { code })
  expect(databaseTrouble(new TypeError('fetch failed', { cause }))).toBeUndefined()
})
