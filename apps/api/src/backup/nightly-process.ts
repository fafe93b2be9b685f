import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EntityManager } from '@mikro-orm/postgresql'
import { processOutcome } from '../process-outcome.ts'
import type { BackupSources } from './make-backup.ts'
import type { NightOutcome, NightTask } from './nightly.child.ts'
import { failBackup } from './record-backup.ts'
import { backupTargetOf } from './targets/backup-target-of.ts'

const program = fileURLToPath(new URL('nightly.child.ts', import.meta.url))
/** A backup is a stream: this is enough for any number of rows and pictures. */
const HEAP_MEGABYTES = 128

export type NightSources = Omit<BackupSources, 'target'> & { makeEm: () => EntityManager }

interface Bounds {
  longestSeconds: number
  heapMegabytes?: number
}

/**
 * Runs `backUpNightly` in a process of its own, behind everything else and with little memory: packing and encrypting slow
 * no shopper down, and whatever goes wrong there ends nothing here. Throws where the backup was not made; also of a process
 * that died the administrator sees that it did.
 */
export async function backUpInProcess(sources: NightSources, bounds: Bounds): Promise<void> {
  const { env, databaseUrl, clock, makeEm } = sources
  const startedAt = clock()
  const outcome = await runChild({ env, databaseUrl, nowMs: startedAt.getTime() }, bounds)
  if ('failure' in outcome) {
    if (outcome.failure !== null) throw new Error(outcome.failure)
    return
  }
  const error = new Error(`The process that made the backup ended before it was done (${outcome.ended}).`)
  await failBackup(makeEm(), { reason: 'nightly', place: backupTargetOf(env).place, startedAt, error })
}

function runChild(task: NightTask, { longestSeconds, heapMegabytes = HEAP_MEGABYTES }: Bounds) {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=4'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: longestSeconds * 1_000,
    killSignal: 'SIGKILL',
  })
  return processOutcome<NightOutcome>(child, task)
}
