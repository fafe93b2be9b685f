import type { MikroORM } from '@mikro-orm/postgresql'
import { db } from '../db/db.ts'
import { listenForChanges, probeChannel } from '../http/cache/change-listener.ts'
import { changesFinding } from '../modules/admin/health/checks/changes.ts'
import { clockFinding } from '../modules/admin/health/checks/clock.ts'
import { databaseFinding } from '../modules/admin/health/checks/database.ts'
import { readDatabase } from '../modules/admin/health/facts/read-database.ts'
import { broken, doubtful, type Finding, fine, reasonOf } from '../modules/admin/health/finding.ts'

/** The database: whether it answers, its version, its schema, its clock, and whether changes are heard on `directUrl`. */
export async function examineDatabase(orm: MikroORM, directUrl: string, now: Date): Promise<Finding[]> {
  try {
    const about = await readDatabase(orm.em.fork())
    const pending = (await orm.migrator.getPending()).length
    return [
      databaseFinding({ ...about, answersInMs: null }),
      pending > 0
        ? doubtful('Schema', `${pending} updates wait: they are made at the next start, or now by \`npm run migrate\`.`)
        : fine('Schema', 'Up to date.'),
      clockFinding({ skewSeconds: Math.round((about.now.getTime() - now.getTime()) / 1_000) }),
      await examineNotifications(orm, directUrl),
    ]
  } catch (error) {
    return [broken('Database', `It does not answer: ${reasonOf(error)}. Check DATABASE_URL and that PostgreSQL runs.`)]
  }
}

async function examineNotifications(orm: MikroORM, directUrl: string): Promise<Finding> {
  const listener = await listenForChanges(directUrl, () => undefined)
  try {
    const hears = await listener.hears((id) =>
      db(orm.em.fork())
        .selectNoFrom(({ fn, val }) => fn('pg_notify', [val(probeChannel), val(id)]).as('sent'))
        .execute(),
    )
    return changesFinding({ deaf: hears ? 0 : 1 })
  } finally {
    await listener.close()
  }
}
