import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import { anyFound, PURGE_BATCH, untilNoneIsLeft } from '../../db/until-none-is-left.ts'
import type { Context } from '../../http/context.ts'

/** A day more than is promised, so that the cursor of the last day still works while it is used. */
const KEEP_DAYS = 31
const DAY_MS = 24 * 60 * 60_000

/**
 * Removes what was written so long ago, from the beginning of the log, so that it never has gaps: whatever comes after an
 * event that is kept stays too. The newest stays in any case, because the next one is numbered after it.
 */
export async function purgeEvents({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const since = new Date(clock().getTime() - KEEP_DAYS * DAY_MS)
  await untilNoneIsLeft(() =>
    db(em)
      .with('oldest', (query) =>
        query
          .selectFrom('events')
          .select(['position', 'written_at'])
          .where('position', 'is not', null)
          .orderBy('position')
          .limit(PURGE_BATCH),
      )
      .with('judged', (query) =>
        query
          .selectFrom('oldest')
          .select(['position', sql<boolean>`bool_or(written_at >= ${since}) over (order by position)`.as('stays')]),
      )
      .deleteFrom('events')
      .where('position', '=', ({ selectFrom }) =>
        anyFound(selectFrom('judged').select('position as id').where('stays', '=', false)),
      )
      .where('position', '<', ({ selectFrom }) =>
        selectFrom('events').select(({ fn }) => fn.max('position').as('newest')),
      )
      .executeTakeFirst(),
  )
}
