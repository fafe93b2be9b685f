import type { MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../db/db.ts'
import { listenForChanges, probeChannel } from '../http/cache/change-listener.ts'
import { broken, doubtful, type Finding, fine, reasonOf } from '../modules/admin/health/finding.ts'

const OLDEST_VERSION = 15
const MAX_SKEW_SECONDS = 30

/** The database: whether it answers, its version, its schema, its clock, and whether changes are heard on `directUrl`. */
export async function examineDatabase(orm: MikroORM, directUrl: string, now: Date): Promise<Finding[]> {
  try {
    const em = orm.em.fork()
    const about = await db(em)
      .selectNoFrom([
        sql<number>`current_setting('server_version_num')::int / 10000`.as('version'),
        sql<boolean>`coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)`.as('isEncrypted'),
        sql<string>`pg_size_pretty(pg_database_size(current_database()))`.as('size'),
        sql<Date>`now()`.as('now'),
      ])
      .executeTakeFirstOrThrow()
    const pending = (await orm.migrator.getPending()).length
    const skew = Math.round((about.now.getTime() - now.getTime()) / 1_000)
    return [
      about.version < OLDEST_VERSION
        ? broken('Database', `PostgreSQL ${about.version} is too old: the shop needs ${OLDEST_VERSION} or later.`)
        : fine(
            'Database',
            `PostgreSQL ${about.version}, ${about.isEncrypted ? 'encrypted' : 'not encrypted'}, ${about.size}.`,
          ),
      pending > 0
        ? doubtful('Schema', `${pending} updates wait: they are made at the next start, or now by \`npm run migrate\`.`)
        : fine('Schema', 'Up to date.'),
      Math.abs(skew) > MAX_SKEW_SECONDS
        ? doubtful(
            'Clock',
            `This machine is ${Math.abs(skew)} seconds ${skew > 0 ? 'behind' : 'ahead of'} the database. Let both follow a time server.`,
          )
        : fine('Clock', 'As the database’s.'),
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
    return hears
      ? fine('Notifications', 'Changes of the catalogue are heard.')
      : broken(
          'Notifications',
          'Changes are not heard, so nothing is cached. Set DATABASE_DIRECT_URL to PostgreSQL itself.',
        )
  } finally {
    await listener.close()
  }
}
