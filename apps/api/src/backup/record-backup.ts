import type { EntityManager } from '@mikro-orm/postgresql'
import { BackupRun } from '../modules/admin/backups/backup-run.entity.ts'
import type { BackupReason } from './archive/manifest.ts'
import { type MadeBackup, UnprovenBackup } from './make-backup.ts'

/** Stores that a backup was made and proven, for the administrator to see. */
export async function recordBackup(
  em: EntityManager,
  { name, place, reason, startedAt, provenAt, bytes }: MadeBackup,
): Promise<void> {
  await em.insert(BackupRun, { name, place, reason, startedAt, provenAt, bytes, error: null })
}

/** Stores that a backup could not be made, or not be proven. */
export async function recordFailure(
  em: EntityManager,
  { reason, place, startedAt, error }: { reason: BackupReason; place: string; startedAt: Date; error: unknown },
): Promise<void> {
  const name = error instanceof UnprovenBackup ? error.backup : null
  const message = error instanceof Error ? error.message : String(error)
  await em.insert(BackupRun, { name, place, reason, startedAt, provenAt: null, bytes: null, error: message })
}
