import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../context.ts'

const KEEP_DAYS = 7
/** Of one caller: what no honest program reaches in a week. */
const MOST_OF_CALLER = 50_000

/** Clears the answers of requests that nobody repeats any more, and the oldest of a caller who has too many. */
export async function purgeRequestKeys({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEEP_DAYS * 24 * 60 * 60_000)
  await db(em).deleteFrom('request_keys').where('created_at', '<', before).execute()
  await db(em)
    .with('numbered', (query) =>
      query
        .selectFrom('request_keys')
        .select(['caller', 'operation', 'key'])
        .select(sql<number>`row_number() over (partition by caller order by created_at desc)`.as('position')),
    )
    .deleteFrom('request_keys as r')
    .using('numbered')
    .whereRef('numbered.caller', '=', 'r.caller')
    .whereRef('numbered.operation', '=', 'r.operation')
    .whereRef('numbered.key', '=', 'r.key')
    .where('numbered.position', '>', MOST_OF_CALLER)
    .execute()
}
