import { randomBytes } from 'node:crypto'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { passwordMark } from './admin-password.ts'
import { AdminSession } from './admin-session.entity.ts'
import { checkPassword } from './check-password.ts'
import { rememberDevice } from './known-device.ts'
import { sessionIdOf } from './live-session.ts'
import { sessionPolicy } from './session-policy.ts'

/**
 * Starts a session for whoever knows the password, under a new id; the session this browser had before ends and the
 * browser is known from now on. Throws UNAUTHORIZED for a wrong password, and as checkPassword.
 */
export async function logIn(ctx: Context, { password }: { password: string }): Promise<{ expiresAt: string }> {
  const { caller, clock } = ctx
  // Before the password is compared: one that is replaced meanwhile opens a session of its own, which has ended with it.
  const mark = await passwordMark(ctx.env)
  if (!(await checkPassword(ctx, password))) throw new ShopError('UNAUTHORIZED', 'Invalid password')

  const token = randomBytes(32).toString('base64url')
  const now = clock()
  const expiresAt = new Date(now.getTime() + sessionPolicy.lifetimeMs)
  await ctx.em.transactional(async (em) => {
    if (caller.sessionToken) await em.nativeDelete(AdminSession, { sessionId: sessionIdOf(caller.sessionToken) })
    await em.insert(AdminSession, {
      sessionId: sessionIdOf(token),
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      passwordMark: mark,
    })
  })
  ctx.setSession(token, expiresAt)
  await rememberDevice(ctx)
  return { expiresAt: expiresAt.toISOString() }
}
