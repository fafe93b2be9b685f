import { startTestServer } from '@marashi/postgres/testing/start-test-server'
import { expect, it } from 'vitest'
import { inDatabase } from '../testing/read-whole-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const migration = 'Migration20261122055748_session_password'

it('updates a table that an autovacuum works on, also as a user who may not see whose process that is', {
  timeout: 120_000,
}, async () => {
  await using server = await startTestServer()
  await inDatabase(server.url('postgres', { sslmode: 'require' }), async (ask) => {
    await ask(`create role owner login password 'oud'`)
    await ask('create database shop owner owner')
    await ask(`alter system set autovacuum_naptime = '1s'`)
    await ask('select pg_reload_conf()')
  })
  const address = new URL(server.url('shop', { sslmode: 'require' }))
  address.username = 'owner'
  address.password = 'oud'
  const orm = await openDatabase(address.href)
  await migrate(orm)
  await inDatabase(address.href, async (ask) => {
    await ask('alter table admin_sessions drop column password_mark')
    await ask(`delete from schema_migrations where name = '${migration}'`)
    await ask(
      `insert into admin_sessions (session_id, expires_at) select repeat(n::text, 99), now() from generate_series(1, 5000) n`,
    )
    await ask('update admin_sessions set expires_at = now()')
    // A page in 400 ms: it would work for minutes.
    await ask('alter table admin_sessions set (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)')
    await expect.poll(() => ask('select pid from pg_stat_progress_vacuum'), { timeout: 60_000 }).not.toEqual([])
    expect(await migrate(orm, { timeoutMs: 20_000 })).toEqual([migration])
  })
  await orm.close()
})
