import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'

const KEEP_DAYS = 90
const DAY_MS = 24 * 60 * 60_000

/** Removes old events. The newest stays in any case, because the next one is numbered after it. */
export async function purgeEvents({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  await db(em)
    .deleteFrom('events')
    .where('occurred_at', '<', new Date(clock().getTime() - KEEP_DAYS * DAY_MS))
    .where('position', '<', ({ selectFrom }) =>
      selectFrom('events')
        .select(({ fn }) => fn.max('position').as('last'))
        .where('position', 'is not', null),
    )
    .execute()
}
