import type { BackupTarget, StoredBackup } from './targets/backup-target.ts'

/** Clocks of two databases may lie apart by so much. */
const APART_MS = 60_000

/** Whether something of this date was made by a clock that ran ahead, or is read by one that is late. */
export const isOfFuture = (madeAt: Date, now: Date): boolean => madeAt.getTime() > now.getTime() + APART_MS

/** The backups of a place, newest first. Those of the future stand apart: one of them would be the newest until then. */
export async function storedBackups(
  target: BackupTarget,
  now: Date,
): Promise<{ newestFirst: StoredBackup[]; ofFuture: StoredBackup[] }> {
  const stored = (await target.list()).toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  return {
    newestFirst: stored.filter(({ madeAt }) => !isOfFuture(madeAt, now)),
    ofFuture: stored.filter(({ madeAt }) => isOfFuture(madeAt, now)),
  }
}
