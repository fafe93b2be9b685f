import { randomBytes } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { ShopError } from '../../kernel/errors.ts'
import { adminPasswordHash } from './admin-password.ts'
import { AdminSession } from './admin-session.entity.ts'
import { sessionIdOf } from './live-session.ts'
import { isPasswordOf } from './password-hash.ts'

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Starts a session of 7 days for whoever knows the password, under a new id; the session this browser had before ends
 * (decisions 35). Throws UNAUTHORIZED for a wrong password and TOO_MANY_REQUESTS after too many of them from one
 * address; other addresses, and a browser that is logged in, are never shut out.
 */
export async function logIn(ctx: Context, { password }: { password: string }): Promise<{ expiresAt: string }> {
  const { env, limits, caller, clock } = ctx
  const hash = await adminPasswordHash(env)
  const isKnown = await ctx.isAdministrator()
  // Counted before the check, so that guesses sent at once are counted too; whoever knows the password is forgiven.
  if (!isKnown) await limits('logins', caller.address)
  if (!(await isPasswordOf(hash, password))) throw new ShopError('UNAUTHORIZED', 'Invalid password')
  await limits.forget('logins', caller.address)

  const token = randomBytes(32).toString('base64url')
  const now = clock()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await ctx.em.transactional(async (em) => {
    if (caller.sessionToken) await em.nativeDelete(AdminSession, { sessionId: sessionIdOf(caller.sessionToken) })
    await em.insert(AdminSession, { sessionId: sessionIdOf(token), createdAt: now, lastSeenAt: now, expiresAt })
  })
  ctx.setSession(token, expiresAt)
  return { expiresAt: expiresAt.toISOString() }
}
