import { nairobiZone } from '@marashi/domain/rules/nairobi-time'
import { clientClass, connectionOptions } from '@marashi/postgres/connection'
import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import { connectionNames } from '../db/connection-names.ts'
import { OutageLog } from './outage-log.ts'

export interface Job {
  name: string
  /** Seconds between the end of one run and the beginning of the next, over all processes; or a cron line in Nairobi time. */
  every: number | { cron: string }
  run: () => Promise<void>
  /** Two minutes when left out. */
  longestSeconds?: number
}

/** For those that send e-mail: a mail server may take ten minutes to say that it has taken one (RFC 5321, section 4.5.3.2.6). */
export const LONGEST_MAILING_SECONDS = 12 * 60
/** What runs when the shop is asked to end may take so long to end. */
export const JOBS_END_WITHIN_MS = 8_000

const LONGEST_RUN_SECONDS = 120
// The job of a process that died is released after one missed heartbeat and the next check for such jobs.
const HEARTBEAT_SECONDS = 15
const CHECK_FOR_DEAD_EVERY_SECONDS = 15
/** What is due at an hour of the day, and was cut off by a stop, a death or its time, is begun again so often. */
const MORE_RUNS_OF_AN_HOUR = 2
const KEEP_DONE_SECONDS = 600
const ASK_AGAIN_EVERY_MS = 10_000
/** What runs at an hour of the day is asked for at that hour. */
const DUE_WITHIN_SECONDS = 60
/** Longer than the queue's own upkeep takes, which says nothing while it works. */
const SILENCE_MS = 30_000
const QUEUE = 'the job queue'

/**
 * Runs the shop's recurring jobs from queues in PostgreSQL: one process at a time has a job, and half a minute after a
 * crash another one takes it over, or the same one when it is there again. `isFirst` says that no other process runs, whose version may have other jobs: what is left of
 * jobs that this one has not is removed. A database that says nothing for `silenceMs` is asked again over a new connection.
 * Answers how to stop: no new job starts and running ones end.
 */
export async function startJobs(
  databaseUrl: string,
  jobs: Job[],
  log: FastifyBaseLogger,
  { silenceMs = SILENCE_MS, isFirst = false } = {},
): Promise<() => Promise<void>> {
  // pg-boss hands these to its pool as they are; its types leave out the class of the clients.
  const pool = { ...connectionOptions(databaseUrl), max: 3, Client: clientClass({ silenceMs }) }
  const boss = new PgBoss({
    ...pool,
    application_name: connectionNames.jobs,
    superviseIntervalSeconds: CHECK_FOR_DEAD_EVERY_SECONDS,
    monitorIntervalSeconds: CHECK_FOR_DEAD_EVERY_SECONDS,
  })
  const outages = new OutageLog(log)
  boss.on('error', (error) => outages.failed(QUEUE, asError(error), 'the job queue has a problem'))
  await boss.start()
  if (isFirst) await removeOldQueues(boss, jobs)
  for (const job of jobs) await install(boss, job, outages)
  let asked: Promise<void> = Promise.resolve()
  const ask = () => {
    asked = askAgain(boss, jobs, outages)
  }
  const asking = setInterval(ask, ASK_AGAIN_EVERY_MS)
  return async () => {
    clearInterval(asking)
    // A round under way would find the queue closed.
    await asked
    await boss.stop({ graceful: true, timeout: JOBS_END_WITHIN_MS })
  }
}

/** pg-boss hands out some of its own errors as copies that are none, of which the log says nothing. */
const asError = (error: Error) => (error instanceof Error ? error : Object.assign(new Error(), error))

/** A run that ends while the database is away cannot ask for the next one. Asking twice does no harm. */
async function askAgain(boss: PgBoss, jobs: Job[], outages: OutageLog): Promise<void> {
  try {
    await clearLaterTimes(boss, jobs)
    for (const job of await withoutQueue(boss, jobs)) await makeQueue(boss, job)
    for (const { name, every } of jobs)
      if (typeof every === 'number') await boss.send(name, null, { startAfter: every })
    outages.worked(QUEUE)
  } catch (error) {
    // The database is unreachable; the next round asks again.
    outages.failed(QUEUE, error, 'the job queue has a problem')
  }
}

/**
 * Where the database's clock was set back, what was planned before, and what the queue has noted of its own upkeep, would wait
 * until it shows that time again: no run at an hour of the day, no job taken over from a dead process, none cleared away.
 */
const clearLaterTimes = (boss: PgBoss, jobs: readonly Job[]) =>
  boss.getDb().executeSql(
    `with planned as (
       delete from pgboss.job as job using unnest($1::text[], $2::int[]) as known (name, longest)
       where job.name = known.name and job.state = 'created' and job.start_after > now() + known.longest * interval '1 second'
     ), held as (
       update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now()),
         start_after = least(start_after, now())
       where state in ('active', 'retry') and greatest(started_on, heartbeat_on) > now() + interval '1 minute'
     ), kept_up as (
       update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), maintain_on = least(maintain_on, now())
       where greatest(monitor_claim_on, maintain_on) > now() + interval '1 minute'
     )
     update pgboss.version set cron_on = now() where cron_on > now() + interval '1 minute'`,
    [jobs.map(({ name }) => name), jobs.map(({ every }) => (typeof every === 'number' ? every : DUE_WITHIN_SECONDS))],
  )

/** A process of another version, which has not these jobs, may have removed their queues when it started. */
async function withoutQueue(boss: PgBoss, jobs: readonly Job[]): Promise<Job[]> {
  const there = new Set((await boss.getQueues()).map(({ name }) => name))
  return jobs.filter(({ name }) => !there.has(name))
}

/** A job that was renamed or removed leaves a queue and a schedule, which would go on filling it. */
async function removeOldQueues(boss: PgBoss, jobs: Job[]): Promise<void> {
  for (const { name } of await boss.getQueues()) {
    if (name.startsWith('__pgboss__') || jobs.some((job) => job.name === name)) continue
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
}

async function makeQueue(boss: PgBoss, { name, every, longestSeconds }: Job): Promise<void> {
  const settings = {
    expireInSeconds: longestSeconds ?? LONGEST_RUN_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    // Who runs again and again is asked again anyway.
    retryLimit: typeof every === 'number' ? 0 : MORE_RUNS_OF_AN_HOUR,
    deleteAfterSeconds: KEEP_DONE_SECONDS,
  }
  // "stately": one job of the queue runs and one waits, however many processes ask for the next one.
  await boss.createQueue(name, { policy: 'stately', ...settings })
  // One that is there already stays as the version before made it.
  await boss.updateQueue(name, settings)
  // A shop that is switched off at that hour every night would never do it.
  if (typeof every !== 'number') await boss.schedule(name, every.cron, null, { tz: nairobiZone, missed: 'once' })
}

async function install(boss: PgBoss, job: Job, outages: OutageLog): Promise<void> {
  const { name, every, run } = job
  await makeQueue(boss, job)
  const isCron = typeof every !== 'number'
  await boss.work(name, { pollingIntervalSeconds: isCron ? 30 : 1 }, async () => {
    try {
      await run()
      outages.worked(name)
    } catch (error) {
      outages.failed(name, error, 'a job failed and will run again at its next turn')
    }
    if (!isCron) await boss.send(name, null, { startAfter: every })
  })
  if (!isCron) await boss.send(name, null)
}
