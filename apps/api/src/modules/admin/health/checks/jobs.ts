import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Jobs'
const MINUTE_MS = 60_000
const FAILING_AFTER_MS = 2 * MINUTE_MS
const BROKEN_AFTER_MS = 30 * MINUTE_MS
/** A job that runs again and again may be this late, one that runs once a day as late as that. */
const SILENT_AFTER_MS = 10 * MINUTE_MS
const SILENT_AFTER_TURNS = 10
const SILENT_DAILY_AFTER_MS = 26 * 60 * MINUTE_MS

export interface JobFacts {
  name: string
  /** Null for one that runs once a day. */
  everySeconds: number | null
  knownSince: Date
  lastSucceededAt: Date | null
  failingSince: Date | null
  lastError: string | null
}

/** Every recurring job runs when it should, and succeeds. */
export function jobsFinding(jobs: readonly JobFacts[], now: Date): Finding {
  const failing = jobs.filter(({ failingSince }) => failingSince && ageOf(failingSince, now) >= FAILING_AFTER_MS)
  const silent = jobs.filter((job) => !failing.includes(job) && isSilent(job, now))
  if (failing.length + silent.length === 0) return fine(PART, `All ${jobs.length} run.`)
  const lines = [
    ...failing.map(
      ({ name, failingSince, lastError }) =>
        `“${name}” has failed since ${nairobiTime(failingSince ?? now)}: ${lastError ?? 'no reason known'}.`,
    ),
    ...silent.map((job) => `“${job.name}” has not run since ${nairobiTime(expectedFrom(job))}.`),
  ]
  const isLong =
    silent.length > 0 || failing.some(({ failingSince }) => ageOf(failingSince ?? now, now) >= BROKEN_AFTER_MS)
  const remedy = 'Search the log for the name. If it does not end by itself, start the shop again.'
  return isLong ? broken(PART, lines.join(' '), remedy) : doubtful(PART, lines.join(' '), remedy)
}

function isSilent(job: JobFacts, now: Date): boolean {
  const { everySeconds, failingSince } = job
  if (failingSince) return false
  const longest =
    everySeconds === null ? SILENT_DAILY_AFTER_MS : Math.max(SILENT_AFTER_MS, SILENT_AFTER_TURNS * everySeconds * 1_000)
  return ageOf(expectedFrom(job), now) > longest
}

/** Its last success, or when the shop began to run it. */
const expectedFrom = ({ lastSucceededAt, knownSince }: JobFacts): Date =>
  lastSucceededAt && lastSucceededAt > knownSince ? lastSucceededAt : knownSince

const ageOf = (at: Date, now: Date): number => now.getTime() - at.getTime()
