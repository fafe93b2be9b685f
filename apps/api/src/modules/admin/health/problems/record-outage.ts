import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../../db/db.ts'
import { databaseAway } from '../checks/database.ts'

/** Stores that the database did not answer for a while, once, whichever process noticed it first. */
export async function recordOutage(em: EntityManager, { since, until }: { since: Date; until: Date }): Promise<void> {
  const { part, state, message, remedy } = databaseAway
  await em.transactional(async (tx) => {
    // Several processes notice the same outage at the same time.
    await sql`select pg_advisory_xact_lock(hashtextextended('outage', 0))`.execute(db(tx))
    const known = await db(tx)
      .selectFrom('health_problems')
      .select('id')
      .where('check_name', '=', 'database')
      .where('message', '=', message)
      .where('ended_at', '>=', since)
      .executeTakeFirst()
    if (known) return
    await db(tx)
      .insertInto('health_problems')
      .values({
        check_name: 'database',
        part,
        state,
        message,
        remedy,
        since,
        last_seen_at: until,
        ended_at: until,
      })
      .execute()
  })
}
