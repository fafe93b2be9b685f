import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Speed'
const SLOW_MS = 200
const VERY_SLOW_MS = 1_000

/** How late the busiest process gets to what it has to do, throughout the last minute. */
export function eventLoopFinding({ loopMs }: { loopMs: number }): Finding {
  const late = `${Math.round(loopMs)} ms`
  if (loopMs < SLOW_MS)
    return fine(PART, `Requests wait less than ${Math.max(1, Math.ceil(loopMs))} ms for the processor.`)
  const message = `The processor is busy: each request waits ${late} before anything happens.`
  const remedy = 'See what else runs on the machine; if it is the shop itself, start a second process.'
  return loopMs >= VERY_SLOW_MS ? broken(PART, message, remedy) : doubtful(PART, message, remedy)
}
