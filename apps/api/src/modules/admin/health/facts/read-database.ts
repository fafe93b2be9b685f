import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../../db/db.ts'
import type { DatabaseFacts } from '../checks/database.ts'

/**
 * The database's version, size and time, whether the connection to it is encrypted, and whether PostgreSQL warns of another
 * order of texts (a collation version mismatch): it does so at each new connection, where nobody reads it.
 */
export const readDatabase = (em: EntityManager): Promise<Omit<DatabaseFacts, 'answersInMs'> & { now: Date }> =>
  db(em)
    .selectNoFrom([
      sql<number>`current_setting('server_version_num')::int / 10000`.as('version'),
      sql<boolean>`coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)`.as('isEncrypted'),
      sql<string>`pg_size_pretty(pg_database_size(current_database()))`.as('size'),
      sql<boolean>`coalesce((
        select datcollversion <> pg_database_collation_actual_version(oid) from pg_database where datname = current_database()
      ), false)`.as('isSortedAnew'),
      sql<Date>`now()`.as('now'),
    ])
    .executeTakeFirstOrThrow()
