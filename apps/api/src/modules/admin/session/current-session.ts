import type { AdminSession } from '@marashi/domain/contracts/admin-session'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'

/** The session of this browser. Throws UNAUTHORIZED without one. */
export async function currentSession(ctx: Context): Promise<AdminSession> {
  const session = await ctx.liveSession()
  if (!session) throw new ShopError('UNAUTHORIZED', 'Please log in.')
  return { expiresAt: session.expiresAt.toISOString() }
}
