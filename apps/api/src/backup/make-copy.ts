import { isDeepStrictEqual } from 'node:util'
import { readHead } from './archive/read-backup.ts'
import { requireKey } from './backup-key.ts'
import { type BackupSources, type MadeBackup, makeBackup, UnprovenBackup } from './make-backup.ts'
import type { BackupTarget } from './targets/backup-target.ts'
import { backupTargetOf } from './targets/backup-target-of.ts'

/**
 * Makes the copy that `npm run rollback` returns to. It takes the place of older copies of the same schema: an update that
 * fails with every start leaves one copy, and pushes none out that an earlier update needs. Throws as makeBackup.
 */
export async function copyBeforeUpdate(sources: BackupSources): Promise<MadeBackup> {
  const { env, target = backupTargetOf(env) } = sources
  const copy = await makeCopy({ ...sources, target }, 'before-update')
  // What is left over is no reason to go without the update; the next one removes it.
  await removeOlder(target, copy, await requireKey(env)).catch(() => undefined)
  return copy
}

/** Makes a copy of what is about to change, and leaves no file where it cannot be read back. Throws as makeBackup. */
export async function makeCopy(
  sources: BackupSources,
  reason: 'before-update' | 'before-restore',
): Promise<MadeBackup> {
  const { env, target = backupTargetOf(env) } = sources
  return await makeBackup({ ...sources, target }, reason).catch(async (error: unknown) => {
    if (error instanceof UnprovenBackup) await target.remove(error.backup)
    throw error
  })
}

async function removeOlder(target: BackupTarget, copy: MadeBackup, key: string): Promise<void> {
  for (const { name, reason } of await target.list()) {
    if (reason !== 'before-update' || name === copy.name) continue
    // What cannot be read, because it has another key or is damaged, is left to the owner.
    const head = await readHead(await target.read(name), key).catch(() => undefined)
    if (head && isDeepStrictEqual(head.migrations, copy.manifest.migrations)) await target.remove(name)
  }
}
