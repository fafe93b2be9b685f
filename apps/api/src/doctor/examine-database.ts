import type { MikroORM } from '@mikro-orm/postgresql'
import { db } from '../db/db.ts'
import { requireOneDatabase } from '../db/require-one-database.ts'
import { unknownMigrations } from '../db/unknown-migrations.ts'
import { listenForChanges, probeChannel } from '../http/cache/change-listener.ts'
import { changesFinding } from '../modules/admin/health/checks/changes.ts'
import { clockFinding } from '../modules/admin/health/checks/clock.ts'
import { databaseFinding } from '../modules/admin/health/checks/database.ts'
import { schemaFinding } from '../modules/admin/health/checks/schema.ts'
import { readDatabase } from '../modules/admin/health/facts/read-database.ts'
import { broken, type Finding, reasonOf } from '../modules/admin/health/finding.ts'

interface Addresses {
  /** What `orm` reads. */
  databaseUrl: string
  /** What listens, and where orders go. */
  directUrl: string
}

/** The database: whether it answers, its version, its schema, its clock, and whether both addresses lead to it. */
export async function examineDatabase(orm: MikroORM, addresses: Addresses, now: Date): Promise<Finding[]> {
  try {
    const about = await readDatabase(orm.em.fork())
    const pending = (await orm.migrator.getPending()).map(({ name }) => name)
    return [
      databaseFinding({ ...about, answersInMs: null }),
      schemaFinding({ pending, unknown: await unknownMigrations(orm) }),
      clockFinding({ skewSeconds: Math.round((about.now.getTime() - now.getTime()) / 1_000) }),
      await examineDirectAddress(orm, addresses),
    ]
  } catch (error) {
    return [broken('Database', `It does not answer: ${reasonOf(error)}. Check DATABASE_URL and that PostgreSQL runs.`)]
  }
}

/** Changes are heard at another address of the same database alone, so nothing is listened to anywhere else. */
async function examineDirectAddress(orm: MikroORM, { databaseUrl, directUrl }: Addresses): Promise<Finding> {
  try {
    await requireOneDatabase(databaseUrl, directUrl)
  } catch (error) {
    return broken('Database', error instanceof Error ? error.message : String(error))
  }
  const listener = await listenForChanges(directUrl, () => undefined)
  try {
    const hears = await listener.hears((id) =>
      db(orm.em.fork())
        .selectNoFrom(({ fn, val }) => fn('pg_notify', [val(probeChannel), val(id)]).as('sent'))
        .execute(),
    )
    return changesFinding({ unnotified: hears ? 0 : 1 })
  } finally {
    await listener.close()
  }
}
