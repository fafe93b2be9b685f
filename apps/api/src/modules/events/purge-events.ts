import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'

/** A day more than is promised, so that the cursor of the last day still works while it is used. */
const KEEP_DAYS = 31
const DAY_MS = 24 * 60 * 60_000

/**
 * Removes what was written so long ago, from the beginning of the log, so that it never has gaps. The newest stays in any
 * case, because the next one is numbered after it.
 */
export async function purgeEvents({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const since = new Date(clock().getTime() - KEEP_DAYS * DAY_MS)
  await db(em)
    .deleteFrom('events')
    .where('position', '<', ({ selectFrom }) =>
      selectFrom('events')
        .select(sql<number>`coalesce(min(position) filter (where written_at >= ${since}), max(position))`.as('oldest'))
        .where('position', 'is not', null),
    )
    .execute()
}
