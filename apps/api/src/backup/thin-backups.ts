import { backupsToKeep } from '@marashi/domain/rules/backup-retention'
import type { BackupReason } from './archive/manifest.ts'
import type { BackupTarget, StoredBackup } from './targets/backup-target.ts'

/** Of the copies made before an update or a restore, this many stay. */
const KEPT_COPIES = 3

/**
 * Deletes what is too old: nightly backups by the rule of days, weeks and months, older copies from before updates and
 * restores. Backups that the owner made stay. `unproven` names files that could not be read back: none of them counts.
 */
export async function thinBackups(target: BackupTarget, unproven: ReadonlySet<string>): Promise<void> {
  const stored = await target.list()
  const proven = stored.filter(({ name }) => !unproven.has(name))
  const of = (reason: BackupReason) => proven.filter((backup) => backup.reason === reason)
  const newestOf = (reason: BackupReason) =>
    of(reason)
      .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
      .slice(0, KEPT_COPIES)
  const kept = new Set<StoredBackup>([
    ...backupsToKeep(of('nightly')),
    ...of('manual'),
    ...newestOf('before-update'),
    ...newestOf('before-restore'),
  ])
  for (const backup of stored) if (!kept.has(backup)) await target.remove(backup.name)
}
