import { isAlive } from '../checks/processes.ts'
import type { ProcessRecord } from '../facts/read-processes.ts'

/**
 * The jobs that some process runs. Where processes are updated one after the other, the last one of the old version takes its
 * jobs with it, and their rows stay until a later start: they would be said to be late for ever.
 */
export function stillRun<Run extends { name: string }>(
  runs: readonly Run[],
  processes: readonly ProcessRecord[],
): readonly Run[] {
  const alive = processes.filter(isAlive)
  if (alive.length === 0) return runs
  return runs.filter(({ name }) => alive.some(({ vitals: { jobs } }) => jobs?.includes(name) ?? true))
}
