import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'

const KEEP_MS = 30 * 24 * 60 * 60_000

/** Removes what was sent or given up long ago. */
export async function purgeNotices({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  await db(em)
    .deleteFrom('notices')
    .where('created_at', '<', new Date(clock().getTime() - KEEP_MS))
    .where('next_attempt_at', 'is', null)
    .execute()
}
