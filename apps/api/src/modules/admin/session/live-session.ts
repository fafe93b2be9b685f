import { createHash } from 'node:crypto'
import type { Context, LiveSession } from '../../../http/context.ts'
import { passwordMark } from './admin-password.ts'
import { AdminSession } from './admin-session.entity.ts'
import { sessionPolicy } from './session-policy.ts'

/** The id that stands in the table for a cookie's session: a stolen table opens nothing. */
export const sessionIdOf = (sessionToken: string): string => createHash('sha256').update(sessionToken).digest('hex')

/**
 * The token's session unless it has ended, was idle for too long or was opened with another password than today's. Using it keeps it alive; the last use is recorded at
 * most once a minute (session-policy.ts).
 */
export async function liveSession(
  { em, env, clock }: Pick<Context, 'em' | 'env' | 'clock'>,
  sessionToken: string,
): Promise<LiveSession | undefined> {
  const now = clock()
  const sessionId = sessionIdOf(sessionToken)
  const session = await em.findOne(AdminSession, { sessionId })
  if (!session) return undefined
  const { expiresAt, lastSeenAt } = session
  if (session.passwordMark !== (await passwordMark(env))) return undefined
  const idleMs = now.getTime() - lastSeenAt.getTime()
  if (expiresAt <= now || idleMs >= sessionPolicy.idleMs) return undefined
  if (idleMs > sessionPolicy.recordUseAfterMs) {
    await em.nativeUpdate(AdminSession, { sessionId, lastSeenAt: { $lt: now } }, { lastSeenAt: now })
  }
  return { id: session.id, expiresAt }
}
