import { db } from '../../../db/db.ts'
import type { Context, LiveSession } from '../../../http/context.ts'
import { passwordMark } from './admin-password.ts'
import { sessionPolicy } from './session-policy.ts'

/** Whether a session that was live still is. Asking is no use of it: a page that only stands open lets it end. */
export async function sessionGoesOn(
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
