import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../db/db.ts'
import { isOlderSchema } from './restored/where-there.ts'
import type { BackupTarget } from './targets/backup-target.ts'

/**
 * What the owner reads where `target` has lost the newest backup that was proven there, mostly because its disk is not
 * mounted and an empty folder of this machine's own takes its place; undefined where it is there, or none is to be. The
 * owner's own backup is made all the same, and counts from then on. Throws where the place cannot be read.
 */
export async function lostBackup(em: EntityManager, target: BackupTarget): Promise<string | undefined> {
  const stored = await target.list()
  const last = await lastProven(em, target.place)
  if (!last || stored.some(({ name }) => name === last)) return undefined
  return `${target.place} does not hold the last backup any more. Is its disk mounted? If it was emptied on purpose: npm run backup`
}

/**
 * The name of the newest backup that this shop made at a place. A restored shop knows those from before the restore, which
 * may be thinned out or on another machine: its migrations ran anew, and only what is younger than they counts.
 */
async function lastProven(em: EntityManager, place: string): Promise<string | null | undefined> {
  try {
    const run = await db(em)
      .selectFrom('backup_runs')
      .select('name')
      .where('place', '=', place)
      .where('reason', 'in', ['nightly', 'manual'])
      .where('proven_at', 'is not', null)
      .where('started_at', '>', sql<Date>`(select min(executed_at) from schema_migrations)`)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return run?.name
  } catch (error) {
    // Asked before an update too, when the table may not be there yet.
    if (isOlderSchema(error)) return undefined
    throw error
  }
}
