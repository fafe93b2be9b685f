import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../db/db.ts'
import { isOlderSchema } from './restored/schema-fallback.ts'
import { isOfFuture } from './stored-backups.ts'
import type { BackupTarget } from './targets/backup-target.ts'

/** More of the owner's own backups than anybody makes after the last night. */
const NEWEST = 100

/**
 * What the owner reads where `target` has lost the newest backups that were proven there, mostly because its disk is not
 * mounted and an empty folder of this machine's own takes its place; undefined where it is there, or none is to be. The
 * owner's own backup is made all the same, and counts from then on. Throws where the place cannot be read.
 */
export async function lostBackup(em: EntityManager, target: BackupTarget, now: Date): Promise<string | undefined> {
  // Read first: one that is made meanwhile is stored before it is noted.
  const last = await lastProven(em, target.place, now)
  const stored = new Set((await target.list()).map(({ name }) => name))
  if (last.length === 0 || last.some((name) => stored.has(name))) return undefined
  return `${target.place} does not hold the last backup any more. Is its disk mounted? If it was emptied on purpose: npm run backup`
}

/**
 * The newest nightly backup that this shop made at a place, and the owner's own since then, of which she may delete any; none
 * before the first night. A restored shop knows those from before the restore, which may be thinned out or on another machine: its migrations ran
 * anew, and only what is younger than they counts. What a wrong clock dated later than now is the last one of nothing.
 */
async function lastProven(em: EntityManager, place: string, now: Date): Promise<string[]> {
  try {
    const runs = await db(em)
      .selectFrom('backup_runs')
      .select(['name', 'reason', 'started_at as startedAt'])
      .where('place', '=', place)
      .where('reason', 'in', ['nightly', 'manual'])
      .where('proven_at', 'is not', null)
      .where('started_at', '>', sql<Date>`(select min(executed_at) from schema_migrations)`)
      .orderBy('started_at', 'desc')
      .limit(NEWEST)
      .execute()
    const past = runs.filter(({ startedAt }) => !isOfFuture(startedAt, now))
    const lastNight = past.findIndex(({ reason }) => reason === 'nightly')
    return past.slice(0, lastNight + 1).flatMap(({ name }) => name ?? [])
  } catch (error) {
    // Asked before an update too, when the table may not be there yet.
    if (isOlderSchema(error)) return []
    throw error
  }
}
