import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Jobs'
const MINUTE_MS = 60_000
const FAILING_AFTER_MS = 2 * MINUTE_MS
const BROKEN_AFTER_MS = 30 * MINUTE_MS
/** A job that runs again and again may be this late, one that runs once a day as late as that, beyond a run that takes long. */
const SILENT_AFTER_MS = 10 * MINUTE_MS
const SILENT_AFTER_TURNS = 10
const SILENT_DAILY_AFTER_MS = 26 * 60 * MINUTE_MS

export interface JobFacts {
  name: string
  /** Null for one that runs once a day. */
  everySeconds: number | null
  /** How long a run may take; null for one that takes minutes at most. */
  longestSeconds: number | null
  knownSince: Date
  lastSucceededAt: Date | null
  failingSince: Date | null
  lastError: string | null
}

const REMEDY = 'Search the log for the name. If it does not end by itself, start the shop again.'

/** Every recurring job runs when it should, and succeeds; one finding for each that does not. */
export function jobFindings(jobs: readonly JobFacts[], now: Date): Finding[] {
  const wrong = jobs.flatMap((job) => {
    const finding = jobFinding(job, now)
    return finding ? [{ ...finding, of: job.name }] : []
  })
  return wrong.length > 0 ? wrong : [fine(PART, `All ${jobs.length} run.`)]
}

function jobFinding(job: JobFacts, now: Date): Finding | null {
  const { name, failingSince, lastError } = job
  if (isSilent(job, now)) return broken(PART, `“${name}” has not run since ${nairobiTime(expectedFrom(job))}.`, REMEDY)
  if (!failingSince || ageOf(failingSince, now) < FAILING_AFTER_MS) return null
  const found = ageOf(failingSince, now) >= BROKEN_AFTER_MS ? broken : doubtful
  const message = `“${name}” has failed since ${nairobiTime(failingSince)}: ${lastError ?? 'no reason known'}.`
  return found(PART, message, REMEDY)
}

function isSilent(job: JobFacts, now: Date): boolean {
  const { everySeconds, longestSeconds, failingSince } = job
  if (failingSince) return false
  const latest =
    everySeconds === null ? SILENT_DAILY_AFTER_MS : Math.max(SILENT_AFTER_MS, SILENT_AFTER_TURNS * everySeconds * 1_000)
  // A success is stored at the end of a run: the last one may have been short, and this one under way for hours.
  return ageOf(expectedFrom(job), now) > latest + (longestSeconds ?? 0) * 1_000
}

/** Its last success, or when the shop began to run it. */
const expectedFrom = ({ lastSucceededAt, knownSince }: JobFacts): Date =>
  lastSucceededAt && lastSucceededAt > knownSince ? lastSucceededAt : knownSince

const ageOf = (at: Date, now: Date): number => now.getTime() - at.getTime()
