import type { BackupStatus } from '@marashi/domain/contracts/admin-backups'
import { backupHour } from '@marashi/domain/rules/backup-retention'
import { nairobiDay, nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { BackupRun } from './backup-run.entity.ts'

/** A night may fail once, and the next one has not come yet. */
const OVERDUE_AFTER_MS = 2 * 24 * 60 * 60 * 1000

const HOUR_MS = 60 * 60 * 1000

/** What is dated later was made by a clock that ran ahead; the process that makes a backup may be ahead by a little. */
const soonAfter = (now: Date): Date => new Date(now.getTime() + HOUR_MS)

/** When the first nightly backup of a shop is surely over: an hour after the first night's begin. */
async function firstDue(em: Context['em']): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select min(executed_at) as at from schema_migrations`.execute(db(em))
  const installed = rows[0]?.at ?? new Date(0)
  const night = nairobiPeriod(nairobiDay(installed)).from.getTime() + backupHour * HOUR_MS
  return (night > installed.getTime() ? night : night + 24 * HOUR_MS) + HOUR_MS
}

/** Whether the shop could be brought back, and to when. */
export async function backupStatus({ em, env, clock }: Pick<Context, 'em' | 'env' | 'clock'>): Promise<BackupStatus> {
  const now = clock()
  // Copies from before an update hold no pictures. One of the future would stand for every backup until then.
  const counts = { reason: { $ne: 'before-update' }, startedAt: { $lte: soonAfter(now) } }
  const newest = { orderBy: { startedAt: 'desc', id: 'desc' } } as const
  const [last] = await em.find(BackupRun, { ...counts, provenAt: { $ne: null } }, { ...newest, limit: 1 })
  // A backup that was made and lacks pictures has both of its outcomes from one instant.
  const since = last ? { startedAt: { $gte: last.startedAt, $lte: soonAfter(now) } } : {}
  const [failure] = await em.find(BackupRun, { ...counts, ...since, provenAt: null }, { ...newest, limit: 1 })
  const isOn = env.BACKUP_TO !== 'off'
  return {
    isOn,
    isKeyOnlyHere: isOn && !env.BACKUP_KEY,
    last: last?.provenAt
      ? {
          madeAt: last.startedAt.toISOString(),
          provenAt: last.provenAt.toISOString(),
          place: last.place,
          bytes: last.bytes ?? 0,
        }
      : null,
    lastFailure: failure ? { at: failure.startedAt.toISOString(), message: failure.error ?? '' } : null,
    isOverdue: isOn && now.getTime() > (last ? last.startedAt.getTime() + OVERDUE_AFTER_MS : await firstDue(em)),
  }
}
