import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../../db/db.ts'
import { describeError } from '../../../../http/log.ts'
import type { Job } from '../../../../jobs/jobs.ts'
import { isAlive } from '../checks/processes.ts'
import { readProcesses } from '../facts/read-processes.ts'

/** Jobs that run every few seconds need not say each time that all is well. */
const AGAIN_AFTER_MS = 30_000
/** A job that no process knows any more, in a shop whose processes are updated one after the other. */
const UNKNOWN_AFTER_MS = 8 * 24 * 60 * 60_000

interface Recorder {
  makeEm: () => EntityManager
  clock: () => Date
}

/** The same jobs, each of which also stores when it ran and what came of it. */
export async function recordRuns(jobs: readonly Job[], recorder: Recorder): Promise<Job[]> {
  await register(jobs, recorder)
  return jobs.map((job) => {
    const memory = { storedAtMs: Number.NEGATIVE_INFINITY, hasFailed: false }
    return { ...job, run: () => runRecorded(job, recorder, memory) }
  })
}

interface Memory {
  storedAtMs: number
  hasFailed: boolean
}

async function runRecorded(job: Job, { makeEm, clock }: Recorder, memory: Memory): Promise<void> {
  const startedAt = clock()
  try {
    await job.run()
  } catch (error) {
    memory.hasFailed = true
    await store(makeEm(), job, { startedAt, failedAt: clock(), error: wordsOf(error) })
    throw error
  }
  // A span: the clock may be set back.
  if (!memory.hasFailed && performance.now() - memory.storedAtMs < AGAIN_AFTER_MS) return
  memory.hasFailed = !(await store(makeEm(), job, { startedAt, succeededAt: clock() }))
  memory.storedAtMs = performance.now()
}

type Run = { startedAt: Date } & ({ succeededAt: Date } | { failedAt: Date; error: string })

/** Answers whether it could be stored: a database that is away fails the job itself, which is the better message. */
async function store(em: EntityManager, { name }: Job, run: Run): Promise<boolean> {
  const outcome =
    'succeededAt' in run
      ? { last_succeeded_at: run.succeededAt, failing_since: null, last_error: null }
      : { last_error: run.error }
  try {
    await db(em)
      .updateTable('job_runs')
      .set({ last_started_at: run.startedAt, ...outcome })
      .$if('failedAt' in run, (update) =>
        update.set(({ fn, val }) => ({
          failing_since: fn.coalesce('failing_since', val('failedAt' in run ? run.failedAt : null)),
        })),
      )
      .where('name', '=', name)
      .execute()
    return true
  } catch {
    return false
  }
}

/** Whether no other process of the shop runs, as far as the database knows. */
export const isFirstProcess = async ({ makeEm, clock }: Recorder): Promise<boolean> =>
  !(await readProcesses({ em: makeEm(), clock })).some(isAlive)

async function register(jobs: readonly Job[], recorder: Recorder): Promise<void> {
  const now = recorder.clock()
  const em = recorder.makeEm()
  // While the whole shop was off, no job could run; of one that was a problem before, nobody knows that it runs until it does.
  const isFirst = await isFirstProcess(recorder)
  const problems = await openProblems(em)
  for (const { name, every, longestSeconds = null } of jobs) {
    const plan = { every_seconds: typeof every === 'number' ? every : null, longest_seconds: longestSeconds }
    await db(em)
      .insertInto('job_runs')
      .values({ name, ...plan, known_since: now })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ ...plan, ...(isFirst && !problems.has(`jobs:${name}`) && { known_since: now }) }),
      )
      .execute()
  }
  // Processes of an earlier version may still run a job that this one has not. Where none is there, nobody does: it would be
  // said to be late for ever.
  await db(em)
    .deleteFrom('job_runs')
    .where(
      'name',
      'not in',
      jobs.map(({ name }) => name),
    )
    .$if(!isFirst, (removed) =>
      removed.where(({ fn, eb }) =>
        eb(fn.coalesce('last_started_at', 'known_since'), '<', new Date(now.getTime() - UNKNOWN_AFTER_MS)),
      ),
    )
    .execute()
}

/** What is wrong with the shop, by the names of the problems. */
async function openProblems(em: EntityManager): Promise<ReadonlySet<string>> {
  const open = await db(em).selectFrom('health_problems').select('check_name').where('ended_at', 'is', null).execute()
  return new Set(open.map(({ check_name }) => check_name))
}

/** What a log may hold of it, so no shopper's name or address. */
function wordsOf(error: unknown): string {
  const { message, code, cause } = describeError(error)
  const reason = cause ? `${message}: ${cause.message}` : message
  return `${reason}${code ? ` (${code})` : ''}`.slice(0, 300)
}
