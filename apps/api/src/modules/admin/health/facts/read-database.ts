import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../../db/db.ts'
import type { DatabaseFacts } from '../checks/database.ts'

/** The database's version, size and time, and whether the connection to it is encrypted. */
export const readDatabase = (em: EntityManager): Promise<Omit<DatabaseFacts, 'answersInMs'> & { now: Date }> =>
  db(em)
    .selectNoFrom([
      sql<number>`current_setting('server_version_num')::int / 10000`.as('version'),
      sql<boolean>`coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)`.as('isEncrypted'),
      sql<string>`pg_size_pretty(pg_database_size(current_database()))`.as('size'),
      sql<Date>`now()`.as('now'),
    ])
    .executeTakeFirstOrThrow()
