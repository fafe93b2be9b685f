import type { Context } from '../../../http/context.ts'
import { AdminSession } from './admin-session.entity.ts'
import { sessionIdOf } from './live-session.ts'

/** Ends every session but the caller's own, and answers how many. */
export async function endOtherSessions({ em, caller }: Context): Promise<{ ended: number }> {
  const own = sessionIdOf(caller.sessionToken ?? '')
  return { ended: await em.nativeDelete(AdminSession, { sessionId: { $ne: own } }) }
}
