import { db } from '../../db/db.ts'
import { BATCH, untilNoneIsLeft } from '../../db/until-none-is-left.ts'
import type { Context } from '../../http/context.ts'

const KEEP_MS = 30 * 24 * 60 * 60_000

/** Removes what was sent or given up long ago. */
export async function purgeNotices({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEEP_MS)
  await untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('notices')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('notices')
          .select('id')
          .where('created_at', '<', before)
          .where('next_attempt_at', 'is', null)
          .limit(BATCH),
      )
      .executeTakeFirst(),
  )
}
