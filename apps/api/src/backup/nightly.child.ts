import { openDatabase } from '../db/open-database.ts'
import type { Environment } from '../env.ts'
import { messageForOwner } from '../modules/admin/health/finding.ts'
import { backUpNightly } from './backup.job.ts'

export interface NightTask {
  env: Environment
  databaseUrl: string
  /** The shop's time, in milliseconds: its clock is not that of the machine. */
  nowMs: number
}
/** What is wrong with the backup; null where it was made and proven. */
export type NightOutcome = { failure: string | null }

/** nightly-process.ts starts this process for one backup: it receives the task as a message, answers, and exits. */
process.once('message', async ({ env, databaseUrl, nowMs }: NightTask) => {
  const begunMs = performance.now()
  const clock = () => new Date(nowMs + performance.now() - begunMs)
  const orm = await openDatabase(databaseUrl, { poolSize: 2 })
  const outcome: NightOutcome = await backUpNightly({ env, databaseUrl, clock, makeEm: () => orm.em.fork() }).then(
    () => ({ failure: null }),
    (error: unknown) => ({ failure: messageForOwner(error) }),
  )
  // What came of the backup is known.
  await orm.close().catch(() => undefined)
  process.send?.(outcome, () => process.exit())
})
process.once('disconnect', () => process.exit()) // the shop is gone
