import type { Context } from '../../../http/context.ts'
import { AdminSession } from './admin-session.entity.ts'
import { sessionIdOf } from './live-session.ts'

/** Ends this browser's session, here and in the browser; fine without one. */
export async function logOut(ctx: Context): Promise<void> {
  const { sessionToken } = ctx.caller
  ctx.clearSession()
  if (sessionToken) await ctx.em.nativeDelete(AdminSession, { sessionId: sessionIdOf(sessionToken) })
}
