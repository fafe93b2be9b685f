import { db } from '../../../db/db.ts'
import type { Context, LiveSession } from '../../../http/context.ts'
import { passwordMark } from './admin-password.ts'
import { sessionPolicy } from './session-policy.ts'

/**
 * Whether a session that `liveSession` has found still is live. Asking does not count as its use: a page that only stands open
 * lets it end.
 */
export async function isSessionLive(
  { em, env, clock }: Pick<Context, 'em' | 'env' | 'clock'>,
  { id }: Pick<LiveSession, 'id'>,
): Promise<boolean> {
  const now = clock()
  const session = await db(em)
    .selectFrom('admin_sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('password_mark', '=', await passwordMark(env))
    .where('last_seen_at', '>', new Date(now.getTime() - sessionPolicy.idleMs))
    .executeTakeFirst()
  return session !== undefined
}
