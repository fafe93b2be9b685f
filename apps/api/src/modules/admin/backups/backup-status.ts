import type { BackupStatus } from '@marashi/domain/contracts/admin-backups'
import type { Context } from '../../../http/context.ts'
import { BackupRun } from './backup-run.entity.ts'

/** A night may fail once, and the next one has not come yet. */
const OVERDUE_AFTER_MS = 2 * 24 * 60 * 60 * 1000

/** Copies from before an update hold no pictures, so they count for nothing here. */
const isWhole = { reason: { $ne: 'before-update' } }

/** Whether the shop could be brought back, and to when. */
export async function backupStatus({ em, env, clock }: Pick<Context, 'em' | 'env' | 'clock'>): Promise<BackupStatus> {
  const newest = { orderBy: { startedAt: 'desc', id: 'desc' } } as const
  const [last] = await em.find(BackupRun, { ...isWhole, provenAt: { $ne: null } }, { ...newest, limit: 1 })
  const since = last ? { startedAt: { $gt: last.startedAt } } : {}
  const [failure] = await em.find(BackupRun, { ...isWhole, ...since, provenAt: null }, { ...newest, limit: 1 })
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
    isOverdue: isOn && (!last || clock().getTime() - last.startedAt.getTime() > OVERDUE_AFTER_MS),
  }
}
