import path from 'node:path'
import { keyFile } from '../backup/backup-key.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { failBackup, recordBackup } from '../backup/record-backup.ts'
import { backupTargetOf } from '../backup/targets/backup-target-of.ts'
import { folderTarget } from '../backup/targets/folder-target.ts'
import { openDatabase } from '../db/open-database.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { MISSING_PICTURES_REMEDY, missingPictures } from '../modules/media/missing-pictures.ts'
import { commandClock } from './command-clock.ts'
import { withOwnDatabase } from './own-database.ts'
import { runCommand } from './run-command.ts'

/** `npm run backup [-- <folder>]`: makes a backup and proves it, whether the shop runs or not. */
await runCommand(async (env, [folder]) => {
  const target = folder ? folderTarget(path.resolve(folder)) : backupTargetOf(env)
  const made = await withOwnDatabase(env, async (databaseUrl) => {
    const clock = await commandClock(databaseUrl)
    const startedAt = clock()
    const orm = await openDatabase(databaseUrl, { poolSize: 2 })
    try {
      const backup = await makeBackup({ env, databaseUrl, clock, target }, 'manual').catch((error: unknown) =>
        failBackup(orm.em.fork(), { reason: 'manual', place: target.place, startedAt, error }),
      )
      await recordBackup(orm.em.fork(), backup).catch(({ message }: Error) => {
        console.error(`The backup is good, and the admin cannot show it: ${message}`)
      })
      const missing = await missingPictures(orm.em.fork(), mediaStoreOf(env), env).then(
        (missed) => missed && `${missed} This backup lacks them too. ${MISSING_PICTURES_REMEDY}`,
        ({ message }: Error) =>
          `The backup is good. Whether it has every picture that products show could not be told: ${message}`,
      )
      return { ...backup, missing }
    } finally {
      await orm.close()
    }
  })
  const rows = made.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${target.addressOf(made.name)}
${(made.bytes / 1e6).toFixed(1)} MB: ${rows} rows in ${made.manifest.tables.length} tables, ${made.manifest.pictures?.files ?? 0} picture files.
Proven: it was read back whole, and holds what the shop held.`)
  if (!env.BACKUP_KEY)
    console.log(
      `Its key lies in ${keyFile(env)}, on this machine alone. Write the line in it down and keep it elsewhere: without it no backup can be opened.`,
    )
  if (made.missing) console.error(made.missing)
})
