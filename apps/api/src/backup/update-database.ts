import type { MikroORM } from '@mikro-orm/postgresql'
import { migrate } from '../db/migrate.ts'
import { lostBackup } from './lost-backup.ts'
import type { BackupSources, MadeBackup } from './make-backup.ts'
import { copyBeforeUpdate } from './make-copy.ts'
import { recordBackup } from './record-backup.ts'
import { backupTargetOf, makesBackups } from './targets/backup-target-of.ts'

/**
 * Brings the schema up to date, after a copy of a database that is in use already; `npm run rollback` returns to that
 * copy. Returns what was done. Throws, with the database as it was, where the copy or a migration fails.
 */
export async function updateDatabase(
  orm: MikroORM,
  sources: BackupSources,
): Promise<{ migrations: string[]; copy: MadeBackup | undefined }> {
  let copy: MadeBackup | undefined
  const beforeUpdate = async (pending: string[]) => {
    if (!makesBackups(sources.env)) return
    copy = await copyFirst(orm, sources).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new Error(
        `The database is to be updated (${pending.length} migrations), and no copy of it could be made first. ${why} Nothing was changed. To update without a copy, set BACKUP_TO=off.`,
        { cause },
      )
    })
  }
  const migrations = await migrate(orm, { beforeUpdate })
  if (copy) await recordBackup(orm.em.fork(), copy)
  return { migrations, copy }
}

/**
 * Throws also where the place of backups has lost the last one: a copy in its stead would be hidden as soon as the disk is
 * mounted again, and a rollback would take an older one for it.
 */
async function copyFirst(orm: MikroORM, { target, ...sources }: BackupSources): Promise<MadeBackup> {
  const place = target ?? backupTargetOf(sources.env)
  const lost = await lostBackup(orm.em.fork(), place, sources.clock())
  if (lost) throw new Error(`${lost}.`)
  return await copyBeforeUpdate({ ...sources, target: place })
}
