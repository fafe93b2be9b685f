import { backupHour } from '@marashi/domain/rules/backup-retention'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Job } from '../jobs/jobs.ts'
import { BackupRun } from '../modules/admin/backups/backup-run.entity.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { MISSING_PICTURES_REMEDY, missingPictures } from '../modules/media/missing-pictures.ts'
import { lostBackup } from './lost-backup.ts'
import { type BackupSources, makeBackup } from './make-backup.ts'
import { backUpInProcess, type NightSources } from './nightly-process.ts'
import { failBackup, recordBackup, recordFailure } from './record-backup.ts'
import { isOfFuture } from './stored-backups.ts'
import { type BackupTarget, readBackupName } from './targets/backup-target.ts'
import { backupTargetOf, makesBackups } from './targets/backup-target-of.ts'
import { thinBackups } from './thin-backups.ts'

const EVERY_NIGHT = `0 ${backupHour} * * *`
const LONGEST_SECONDS = 4 * 60 * 60
/** The queue waits longer than the backup may take: one that is ended for its time has failed, and is not begun again by daylight. */
const LONGEST_RUN_SECONDS = LONGEST_SECONDS + 10 * 60
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
          longestSeconds: LONGEST_RUN_SECONDS,
          run: () => backUpInProcess(sources, { longestSeconds: LONGEST_SECONDS }),
        },
      ]
    : []

/**
 * Makes, proves and stores the night's backup; before and after it deletes what is too old, so that nights that fail fill no
 * disk. Throws where it could not be made, and where its place does not hold the last one: a backup on this machine's own
 * disk, in place of one that is not mounted, is none.
 * Throws also where products show pictures that are gone: of the older backups the newest that lacked none stays then.
 */
export async function backUpNightly({ makeEm, ...sources }: Sources): Promise<void> {
  const { env, clock, target = backupTargetOf(env) } = sources
  const em = makeEm()
  let startedAt = clock()
  const recorded = (error: unknown) => failBackup(em, { reason: 'nightly', place: target.place, startedAt, error })
  const make = async () => {
    const lost = await lostBackup(em, target, startedAt)
    if (lost) throw new Error(lost)
    // A night that failed has thinned out nothing, and may have left a file. What is amiss here is said below.
    await thinOut(em, target, startedAt).catch(() => undefined)
    return await makeBackup({ ...sources, target }, 'nightly')
  }
  const made = await make().catch(recorded)
  await recordBackup(em, made)
  // A night that lacks pictures has both outcomes of one instant: thinning and the dashboard know it by that.
  startedAt = made.startedAt
  const missing = await missingPictures(em, mediaStoreOf(env), env).catch(recorded)
  const lacking = missing && new Error(`${missing} The backup lacks them too. ${MISSING_PICTURES_REMEDY}`)
  if (lacking) await recordFailure(em, { reason: 'nightly', place: target.place, startedAt, error: lacking })
  await thinOut(em, target, clock())
  await em.nativeDelete(BackupRun, { startedAt: { $lt: new Date(startedAt.getTime() - REMEMBER_MS) } })
  if (lacking) throw lacking
}

async function thinOut(em: EntityManager, target: BackupTarget, now: Date): Promise<void> {
  const runs = await em.find(BackupRun, {}, { fields: ['name', 'reason', 'startedAt', 'provenAt'] })
  const namesOf = (some: typeof runs) => new Set(some.flatMap(({ name }) => name ?? []))
  await thinBackups(target, {
    now,
    proven: namesOf(runs.filter(({ provenAt }) => provenAt)),
    unproven: namesOf(runs.filter(({ provenAt }) => !provenAt)),
    lackingSince: lackingSince(runs.filter(({ startedAt }) => !isOfFuture(startedAt, now))),
  })
}

type Run = Pick<BackupRun, 'name' | 'reason' | 'startedAt' | 'provenAt'>

/** When the first backup was made since which every night lacks pictures, as its name has it; undefined where the last one is complete. */
function lackingSince(runs: Run[]): Date | undefined {
  const failedAt = new Set(runs.filter(({ provenAt }) => !provenAt).map(({ startedAt }) => startedAt.getTime()))
  const nights = runs
    .filter(({ reason, provenAt }) => reason === 'nightly' && provenAt)
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
  const complete = nights.findIndex(({ startedAt }) => !failedAt.has(startedAt.getTime()))
  const first = nights.slice(0, complete < 0 ? nights.length : complete).at(-1)
  return readBackupName(first?.name ?? '')?.madeAt
}
