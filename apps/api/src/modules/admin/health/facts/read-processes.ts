import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { ProcessFacts } from '../checks/processes.ts'
import type { Vitals } from '../processes/vitals.ts'

export interface ProcessRecord extends ProcessFacts {
  id: string
  pid: number
  startedAt: Date
  isDraining: boolean
  vitals: Vitals
}

/** The processes that run and those that were lost, the oldest first. */
export async function readProcesses({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<ProcessRecord[]> {
  const rows = await db(em)
    .selectFrom('shop_processes')
    .select([
      'id',
      'host',
      'pid',
      'version',
      'started_at as startedAt',
      'seen_at as seenAt',
      'is_draining as isDraining',
      'vitals',
    ])
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  const nowMs = clock().getTime()
  return rows.map((row) => ({
    ...row,
    silentSeconds: (nowMs - row.seenAt.getTime()) / 1_000,
    upSeconds: (nowMs - row.startedAt.getTime()) / 1_000,
    isOutdated: (row.vitals.unknownMigrations ?? 0) > 0,
  }))
}
