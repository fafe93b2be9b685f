import type { EntityManager } from '@mikro-orm/postgresql'
import type { Job } from '../jobs/jobs.ts'
import { BackupRun } from '../modules/admin/backups/backup-run.entity.ts'
import { MADE_AT_HOUR } from '../modules/admin/backups/backup-status.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { MISSING_PICTURES_REMEDY, missingPictures } from '../modules/media/missing-pictures.ts'
import { lostBackup } from './lost-backup.ts'
import { type BackupSources, makeBackup } from './make-backup.ts'
import { backUpInProcess, type NightSources } from './nightly-process.ts'
import { recordBackup, recordFailure } from './record-backup.ts'
import { backupTargetOf, makesBackups } from './targets/backup-target-of.ts'
import { thinBackups } from './thin-backups.ts'

const EVERY_NIGHT = `0 ${MADE_AT_HOUR} * * *`
const LONGEST_SECONDS = 4 * 60 * 60
const DAY_MS = 24 * 60 * 60 * 1000
/** How long the shop remembers what came of its backups. */
const REMEMBER_MS = 400 * DAY_MS

type Sources = BackupSources & { makeEm: () => EntityManager }

/** The nightly backup, in a process of its own; none where BACKUP_TO is off. */
export const backupJobs = (sources: NightSources): Job[] =>
  makesBackups(sources.env)
    ? [
        {
          name: 'backup',
          every: { cron: EVERY_NIGHT },
          longestSeconds: LONGEST_SECONDS,
          run: () => backUpInProcess(sources, { longestSeconds: LONGEST_SECONDS }),
        },
      ]
    : []

/**
 * Makes, proves and stores the night's backup, then deletes what is too old. Throws where it could not be made, and where
 * its place does not hold the last one: a backup on this machine's own disk, in place of one that is not mounted, is none.
 * Throws also, and deletes nothing, where products show pictures that are gone: older backups may have the last of them.
 */
export async function backUpNightly({ makeEm, ...sources }: Sources): Promise<void> {
  const { env, clock, target = backupTargetOf(env) } = sources
  const startedAt = clock()
  const em = makeEm()
  try {
    const lost = await lostBackup(em, target, startedAt)
    if (lost) throw new Error(lost)
    await recordBackup(em, await makeBackup({ ...sources, target }, 'nightly'))
    const missing = await missingPictures(em, mediaStoreOf(env), env)
    if (missing) throw new Error(`${missing} The backup lacks them too. ${MISSING_PICTURES_REMEDY} Older backups stay.`)
  } catch (error) {
    await recordFailure(em, { reason: 'nightly', place: target.place, startedAt, error })
    throw error
  }
  const made = await em.find(BackupRun, { name: { $ne: null } }, { fields: ['name', 'provenAt'] })
  const namesOf = (runs: typeof made) => new Set(runs.flatMap(({ name }) => name ?? []))
  await thinBackups(target, {
    now: clock(),
    proven: namesOf(made.filter(({ provenAt }) => provenAt)),
    unproven: namesOf(made.filter(({ provenAt }) => !provenAt)),
  })
  await em.nativeDelete(BackupRun, { startedAt: { $lt: new Date(startedAt.getTime() - REMEMBER_MS) } })
}
