import { db } from '../../../db/db.ts'
import type { Context, LiveSession } from '../../../http/context.ts'
import { sessionPolicy } from './session-policy.ts'

/** Whether a session that was live still is. Asking is no use of it: a page that only stands open lets it end. */
export async function sessionGoesOn(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: Pick<LiveSession, 'id'>,
): Promise<boolean> {
  const now = clock()
  const session = await db(em)
    .selectFrom('admin_sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - sessionPolicy.idleMs))
    .executeTakeFirst()
  return session !== undefined
}
