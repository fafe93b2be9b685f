import { backupsToKeep } from '@marashi/domain/rules/backup-retention'
import type { BackupReason } from './archive/manifest.ts'
import { storedBackups } from './stored-backups.ts'
import type { BackupTarget, StoredBackup } from './targets/backup-target.ts'

/** Of the copies made before an update or a restore, this many stay. */
const KEPT_COPIES = 3
/** Of the nights since the last proven one that could not be read back, this many stay: they may show what is wrong. */
const KEPT_UNREADABLE = 3

/** What the shop knows of the files that it made itself. */
interface Made {
  proven: ReadonlySet<string>
  /** Could not be read back. */
  unproven: ReadonlySet<string>
  /** Since when every backup lacks pictures that products show; undefined where the last one has them all. */
  lackingSince: Date | undefined
}

/**
 * Deletes what is too old: nightly backups by the rule of days, weeks and months, older copies from before updates and
 * restores. Backups that the owner made stay, whatever came of them. Of others that could not be read back the newest nightly
 * ones stay until one can. Nightly ones that nobody here has proven may be another machine's, and take no place of the shop's
 * own: they are thinned out among themselves.
 * The newest of each from before `lackingSince` stays too, because it may have the last of the pictures that are gone.
 * What a wrong clock dated later than `now` stays until then, and takes no place either.
 */
export async function thinBackups(
  target: BackupTarget,
  { proven, unproven, lackingSince, now }: Made & { now: Date },
): Promise<void> {
  const { newestFirst } = await storedBackups(target, now)
  const of = (reason: BackupReason) => newestFirst.filter((each) => each.reason === reason && !unproven.has(each.name))
  const newestOf = (reason: BackupReason) => of(reason).slice(0, KEPT_COPIES)
  const nightsToKeep = (nights: StoredBackup[]) => [
    ...backupsToKeep(nights),
    ...nights.filter(({ madeAt }) => lackingSince && madeAt < lackingSince).slice(0, 1),
  ]
  const unreadable = newestFirst.filter(({ reason, name }) => reason === 'nightly' && unproven.has(name))
  const lastGood = of('nightly').find(({ name }) => proven.has(name))
  const kept = new Set<StoredBackup>([
    ...unreadable.filter(({ madeAt }) => !lastGood || madeAt > lastGood.madeAt).slice(0, KEPT_UNREADABLE),
    ...nightsToKeep(of('nightly').filter(({ name }) => proven.has(name))),
    ...nightsToKeep(of('nightly').filter(({ name }) => !proven.has(name))),
    ...newestFirst.filter(({ reason }) => reason === 'manual'),
    ...newestOf('before-update'),
    ...newestOf('before-restore'),
  ])
  for (const backup of newestFirst) if (!kept.has(backup)) await target.remove(backup.name)
}
