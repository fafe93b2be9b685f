import type { EntityManager } from '@mikro-orm/postgresql'
import { recordDone } from '../db/record-done.ts'
import { BackupRun } from '../modules/admin/backups/backup-run.entity.ts'
import { messageForOwner } from '../modules/admin/health/finding.ts'
import type { BackupReason } from './archive/manifest.ts'
import { type MadeBackup, UnprovenBackup } from './make-backup.ts'

/**
 * Stores that a backup was made and proven, for the administrator to see and for `thinBackups` to count it. Throws where the database does
 * not take it: the backup is good all the same.
 */
export async function recordBackup(
  em: EntityManager,
  { name, place, reason, startedAt, provenAt, bytes }: MadeBackup,
): Promise<void> {
  await recordDone(() => em.insert(BackupRun, { name, place, reason, startedAt, provenAt, bytes, error: null }))
}

interface FailedBackup {
  reason: BackupReason
  place: string
  startedAt: Date
  error: unknown
}

/** Stores that a backup could not be made, or not be proven, and throws why. */
export async function failBackup(em: EntityManager, failed: FailedBackup): Promise<never> {
  // The database may be what is broken; the reason for the failure matters more.
  await recordFailure(em, failed).catch(() => undefined)
  throw failed.error
}

/** Stores what is wrong with a backup. Throws where the database does not take it. */
export async function recordFailure(
  em: EntityManager,
  { reason, place, startedAt, error }: FailedBackup,
): Promise<void> {
  const name = error instanceof UnprovenBackup ? error.backup : null
  const run = { name, place, reason, startedAt, provenAt: null, bytes: null, error: messageForOwner(error) }
  await recordDone(() => em.insert(BackupRun, run))
}
