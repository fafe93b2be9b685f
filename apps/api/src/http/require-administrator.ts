import { ShopError } from '../shop-error.ts'
import type { Context, LiveSession } from './context.ts'

/** The administrator's session. Throws UNAUTHORIZED without a live session. */
export async function requireAdministrator(ctx: Context): Promise<LiveSession> {
  const session = await ctx.liveSession()
  if (!session) throw new ShopError('UNAUTHORIZED', 'Please log in.')
  return session
}
