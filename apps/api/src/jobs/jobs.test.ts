import { newClient } from '@marashi/postgres/connection'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import Fastify from 'fastify'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { describe, inject, it, type TestContext } from 'vitest'
import { networkTo } from '../testing/network-to.ts'
import { startJobs } from './jobs.ts'

const log = Fastify().log

async function database(onTestFinished: TestContext['onTestFinished']): Promise<{ url: string; client: pg.Client }> {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  onTestFinished(drop)
  const client = newClient(url)
  await client.connect()
  onTestFinished(() => client.end())
  return { url, client }
}

// Each has a database of its own and waits most of its time, so they wait together.
describe.concurrent('the jobs', () => {
  it('runs a job again after each run, also after one that failed', async ({ expect, onTestFinished }) => {
    const { url } = await database(onTestFinished)
    let runs = 0
    const run = async () => {
      runs += 1
      if (runs === 1) throw new Error('a bad day')
    }
    onTestFinished(await startJobs(url, [{ name: 'count', every: 1, run }], log))
    await expect.poll(() => runs).toBeGreaterThan(2)
  })

  it('goes on after a run that could not ask for the next', { timeout: 60_000 }, async ({ expect, onTestFinished }) => {
    const { url, client } = await database(onTestFinished)
    let runs = 0
    onTestFinished(await startJobs(url, [{ name: 'count', every: 1, run: async () => void runs++ }], log))
    await expect.poll(() => runs).toBeGreaterThan(0)
    // As if the database had been unreachable when the last run ended.
    await expect
      .poll(async () => (await client.query(`delete from pgboss.job where state = 'created'`)).rowCount, {
        interval: 5,
      })
      .toBe(1)
    const before = runs
    await expect.poll(() => runs, { timeout: 30_000 }).toBeGreaterThan(before)
  })

  it('does not wait because the last look at the queue met a run', { timeout: 60_000 }, async ({
    expect,
    onTestFinished,
  }) => {
    const { url, client } = await database(onTestFinished)
    let runs = 0
    const jobs = [{ name: 'count', every: 1, run: async () => void runs++ }]
    const stop = await startJobs(url, jobs, log)
    await expect.poll(() => runs).toBeGreaterThan(0)
    await stop()
    // What the queue's upkeep notes of jobs that run, as it was a while ago.
    await client.query('update pgboss.queue set singletons_active = array[null::text]')
    const before = runs
    onTestFinished(await startJobs(url, jobs, log))
    await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThan(before)
  })

  it('waits for no hour that the clock was set back', { timeout: 60_000 }, async ({ expect, onTestFinished }) => {
    const { url, client } = await database(onTestFinished)
    let runs = 0
    onTestFinished(await startJobs(url, [{ name: 'count', every: 1, run: async () => void runs++ }], log))
    await expect.poll(() => runs).toBeGreaterThan(0)
    // As if its next run had been planned before that.
    await expect
      .poll(
        async () =>
          (await client.query(`update pgboss.job set start_after = now() + interval '3 hours' where state = 'created'`))
            .rowCount,
        { interval: 5 },
      )
      .toBe(1)
    const before = runs
    await expect.poll(() => runs, { timeout: 30_000 }).toBeGreaterThan(before)
  })

  it('keeps its hours, and takes over the job of a dead process, after the clock was set back by years', {
    timeout: 90_000,
  }, async ({ expect, onTestFinished }) => {
    const { url, client } = await database(onTestFinished)
    let runs = 0
    const jobs = [
      { name: 'count', every: 1, run: async () => void runs++ },
      { name: 'nightly', every: { cron: '0 3 * * *' }, run: async () => undefined },
    ]
    const stop = await startJobs(url, jobs, log)
    await expect.poll(() => runs).toBeGreaterThan(0)
    await stop()
    const later = `now() + interval '3 years'`
    await client.query(`update pgboss.version set cron_on = ${later}`)
    await client.query(`update pgboss.queue set monitor_claim_on = ${later}, maintain_on = ${later}`)
    await client.query(`delete from pgboss.job where name in ('count', 'nightly')`)
    await client.query(
      `insert into pgboss.job (name, policy, state, expire_seconds, heartbeat_seconds, start_after, started_on, heartbeat_on)
       values ('count', 'stately', 'active', 120, 15, ${later}, ${later}, ${later}),
              ('nightly', 'stately', 'created', 120, 15, ${later}, null, null)`,
    )
    const before = runs
    onTestFinished(await startJobs(url, jobs, log))
    const beyond = async () => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from (
           select cron_on as at from pgboss.version
           union all select monitor_claim_on from pgboss.queue
           union all select maintain_on from pgboss.queue
           union all select start_after from pgboss.job where name = 'nightly'
         ) as times where at > now() + interval '1 minute'`,
      )
      return rows[0]?.count
    }
    await expect.poll(beyond, { timeout: 30_000 }).toBe(0)
    await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThan(before)
  })

  it('makes up once for the nights in which the shop was off', { timeout: 90_000 }, async ({
    expect,
    onTestFinished,
  }) => {
    const { url, client } = await database(onTestFinished)
    let runs = 0
    // Half a day away, so that its hour does not come meanwhile.
    const hour = (new Date().getUTCHours() + 3 + 12) % 24
    const job = { name: 'count', every: { cron: `30 ${hour} * * *` }, run: async () => void runs++ }
    const stop = await startJobs(url, [job], log)
    await stop()
    await client.query(`update pgboss.version set cron_on = now() - interval '3 days'`)
    await client.query(`update pgboss.schedule set created_on = now() - interval '9 days'`)
    onTestFinished(await startJobs(url, [job], log))
    await expect.poll(() => runs, { timeout: 75_000 }).toBe(1)
  })

  it('goes on over new connections where the network drops everything', { timeout: 60_000 }, async ({
    expect,
    onTestFinished,
  }) => {
    const { url } = await database(onTestFinished)
    const network = await networkTo(url)
    onTestFinished(() => network[Symbol.asyncDispose]())
    let runs = 0
    const job = { name: 'count', every: 1, run: async () => void runs++ }
    onTestFinished(await startJobs(network.url, [job], log, { silenceMs: 1_000 }))
    await expect.poll(() => runs).toBeGreaterThan(0)
    network.dropSilently()
    const before = runs
    await expect.poll(() => runs, { timeout: 45_000 }).toBeGreaterThan(before + 1)
  })

  it('says what is wrong with the queue', async ({ expect, onTestFinished }) => {
    const { url, client } = await database(onTestFinished)
    const failures: unknown[] = []
    const heard = { ...log, error: ({ err }: { err: unknown }) => failures.push(err), info: () => undefined } as never
    onTestFinished(await startJobs(url, [{ name: 'count', every: 1, run: async () => undefined }], heard))
    await client.query('alter table pgboss.job_common rename to away')
    await expect.poll(() => failures, { timeout: 30_000 }).not.toEqual([])
    await client.query('alter table pgboss.away rename to job_common')
    expect(failures[0]).toBeInstanceOf(Error)
    expect(failures[0]).toMatchObject({ message: expect.stringContaining('job_common'), severity: 'ERROR' })
  })

  it('lets one process at a time have a job', async ({ expect, onTestFinished }) => {
    const { url } = await database(onTestFinished)
    let running = 0
    let most = 0
    const run = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 300))
      running -= 1
    }
    let finished = 0
    const job = { name: 'count', every: 1, run: () => run().then(() => void finished++) }
    onTestFinished(await startJobs(url, [job], log))
    onTestFinished(await startJobs(url, [job], log))
    await expect.poll(() => finished).toBeGreaterThan(2)
    expect(most).toBe(1)
  })

  it('takes over the job of a process that died while it ran', { timeout: 90_000 }, async ({
    expect,
    onTestFinished,
  }) => {
    const { url, client } = await database(onTestFinished)
    const stopDead = await startJobs(url, [{ name: 'count', every: 1, run: () => new Promise(() => undefined) }], log)
    await expect
      .poll(
        async () => (await client.query(`select from pgboss.job where name = 'count' and state = 'active'`)).rowCount,
        {
          timeout: 15_000,
        },
      )
      .toBe(1)
    await stopDead()
    // As if its last heartbeat had been missed: the process that held it is gone.
    await client.query(
      `update pgboss.job set state = 'active', heartbeat_on = now() - interval '1 minute' where name = 'count'`,
    )
    let runs = 0
    onTestFinished(await startJobs(url, [{ name: 'count', every: 1, run: async () => void runs++ }], log))
    await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThan(0)
  })

  it.for(['stopped', 'killed'])(
    'begins again what was due at an hour of the day, where its process was %s in it',
    {
      timeout: 150_000,
    },
    async (how, { expect, onTestFinished }) => {
      const { url, client } = await database(onTestFinished)
      const every = { cron: `30 ${(new Date().getUTCHours() + 3 + 12) % 24} * * *` }
      let begun = 0
      const hang = () => {
        begun += 1
        return new Promise<void>(() => undefined)
      }
      const stop = await startJobs(url, [{ name: 'nightly', every, run: hang }], log)
      const hour = new PgBoss({ connectionString: url, supervise: false, schedule: false, migrate: false })
      await hour.start()
      await hour.send('nightly', null)
      await hour.stop()
      await expect.poll(() => begun, { timeout: 45_000 }).toBe(1)
      const { rows } = await client.query(`select * from pgboss.job where name = 'nightly' and state = 'active'`)
      await stop()
      if (how === 'killed') {
        const asItWas = [rows[0].retry_count, rows[0].started_on]
        await client.query(
          `update pgboss.job set state = 'active', retry_count = $1, started_on = $2, completed_on = null,
           heartbeat_on = now() - interval '1 minute' where name = 'nightly'`,
          asItWas,
        )
      }
      let done = 0
      onTestFinished(await startJobs(url, [{ name: 'nightly', every, run: async () => void done++ }], log))
      await expect.poll(() => done, { timeout: 75_000 }).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      expect(done).toBe(1)
    },
  )

  it('removes the queue and the schedule of a job that no longer exists', async ({ expect, onTestFinished }) => {
    const { url, client } = await database(onTestFinished)
    const job = (name: string) => ({ name, every: { cron: '0 3 * * *' }, run: async () => undefined })
    const stop = await startJobs(url, [job('old-name'), job('count')], log)
    await stop()
    onTestFinished(await startJobs(url, [job('new-name'), job('count')], log, { isFirst: true }))
    const names = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name)
    expect(await names(`select name from pgboss.queue where name !~ '^__pgboss__' order by 1`)).toEqual([
      'count',
      'new-name',
    ])
    expect(await names('select name from pgboss.schedule order by 1')).toEqual(['count', 'new-name'])
  })

  it('leaves a job to the processes of another version, and makes its queue again where one removed it', {
    timeout: 90_000,
  }, async ({ expect, onTestFinished }) => {
    const { url, client } = await database(onTestFinished)
    let runs = 0
    const nightly = { name: 'nightly', every: { cron: '0 3 * * *' }, run: async () => undefined }
    onTestFinished(await startJobs(url, [{ name: 'count', every: 1, run: async () => void runs++ }, nightly], log))
    await expect.poll(() => runs).toBeGreaterThan(0)
    onTestFinished(await startJobs(url, [], log))
    const left = `select name from pgboss.queue where name in ('count', 'nightly') order by 1`
    expect((await client.query(left)).rowCount).toBe(2)
    // As a version did that knew no other beside it.
    await client.query(`delete from pgboss.schedule where name = 'nightly'`)
    await client.query(`select pgboss.delete_queue('nightly'), pgboss.delete_queue('count')`)
    const before = runs
    await expect.poll(() => runs, { timeout: 80_000 }).toBeGreaterThan(before)
    expect((await client.query(left)).rowCount).toBe(2)
    expect((await client.query(`select from pgboss.schedule where name = 'nightly'`)).rowCount).toBe(1)
  })

  it('gives a job that is there already the time that this version gives it', async ({ expect, onTestFinished }) => {
    const { url, client } = await database(onTestFinished)
    const job = { name: 'long', every: 3_600, run: async () => undefined }
    const stop = await startJobs(url, [job], log)
    await stop()
    onTestFinished(await startJobs(url, [{ ...job, longestSeconds: 900 }], log))
    const { rows } = await client.query(`select expire_seconds from pgboss.queue where name = 'long'`)
    expect(rows).toEqual([{ expire_seconds: 900 }])
  })
})
