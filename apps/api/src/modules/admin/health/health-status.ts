import type { HealthStatus } from '@marashi/domain/contracts/admin-health'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { checks } from './check-list.ts'
import { isAlive } from './checks/processes.ts'
import { checkOf } from './examine-health.ts'
import { readProcesses } from './facts/read-processes.ts'
import { REMEMBER_MS } from './problems/record-findings.ts'
import { readRuns } from './runs/read-runs.ts'
import { stillRun } from './runs/still-run.ts'

/** The checks are made every 30 seconds; without a newer one nobody knows how the shop is. */
const STALE_AFTER_MS = 3 * 60_000
const PAST_SHOWN = 100

/** How the shop is, as its last checks found it, and what was wrong within the last 30 days. */
export async function healthStatus({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<HealthStatus> {
  const [found, past, jobs, processes] = await Promise.all([
    currentChecks(em),
    pastProblems(em, clock()),
    readRuns(em),
    readProcesses({ em, clock }),
  ])
  const known = new Map(checks().map((check) => [check.name, check]))
  const checkedAt =
    found
      .map((check) => check.checkedAt)
      .toSorted()
      .at(-1) ?? null
  return {
    checkedAt,
    isStale: checkedAt !== null && clock().getTime() - Date.parse(checkedAt) > STALE_AFTER_MS,
    checks: found.map(({ checkedAt: _, ...check }) => ({
      ...check,
      page: known.get(checkOf(check.name))?.page ?? null,
      operatorOf: known.get(checkOf(check.name))?.operatorOf ?? null,
    })),
    past: past.map(({ total, ...problem }) => problem),
    pastTotal: past[0]?.total ?? 0,
    jobs: stillRun(jobs, processes).map(({ knownSince: _, longestSeconds: _longest, ...job }) => ({
      ...job,
      lastStartedAt: isoOf(job.lastStartedAt),
      lastSucceededAt: isoOf(job.lastSucceededAt),
      failingSince: isoOf(job.failingSince),
    })),
    processes: processes.filter(isAlive).map(({ id, host, pid, version, startedAt, isDraining, vitals }) => ({
      id,
      host,
      pid,
      version,
      startedAt: startedAt.toISOString(),
      isDraining,
      memoryMegabytes: Math.round(vitals.memoryBytes / 1e6),
      loopMs: Math.round(vitals.loopMs),
    })),
  }
}

const currentChecks = (em: EntityManager) =>
  db(em)
    .selectFrom('health_checks as c')
    .leftJoin('health_problems as p', (join) => join.onRef('p.check_name', '=', 'c.name').on('p.ended_at', 'is', null))
    .select(({ ref }) => [
      'c.name',
      'c.part',
      'c.state',
      'c.message',
      'c.remedy',
      instant(ref('c.checked_at')).as('checkedAt'),
      instant(ref('p.since')).as('since'),
    ])
    .orderBy('c.position')
    .execute()

const pastProblems = (em: EntityManager, now: Date) =>
  db(em)
    .selectFrom('health_problems')
    .where('ended_at', '>=', new Date(now.getTime() - REMEMBER_MS))
    .select(({ ref, fn }) => [
      fn.countAll<number>().over().as('total'),
      'id',
      'part',
      'state',
      'message',
      instant(ref('since')).as('since'),
      instant(ref('ended_at')).$notNull().as('endedAt'),
    ])
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAST_SHOWN)
    .execute()

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null
