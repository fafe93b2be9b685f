import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { LiveSession } from '../../../http/context.ts'
import { AdminSession } from './admin-session.entity.ts'
import { sessionPolicy } from './session-policy.ts'

/** The id that stands in the table for a cookie's session: a stolen table opens nothing. */
export const sessionIdOf = (sessionToken: string): string => createHash('sha256').update(sessionToken).digest('hex')

/**
 * The token's session unless it has ended or was idle for too long. Using it keeps it alive; the last use is recorded at
 * most once a minute (session-policy.ts).
 */
export async function liveSession(
  em: EntityManager,
  sessionToken: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const sessionId = sessionIdOf(sessionToken)
  const session = await em.findOne(AdminSession, { sessionId })
  if (!session) return undefined
  const { expiresAt, lastSeenAt } = session
  const idleMs = now.getTime() - lastSeenAt.getTime()
  if (expiresAt <= now || idleMs >= sessionPolicy.idleMs) return undefined
  if (idleMs > sessionPolicy.recordUseAfterMs) {
    await em.nativeUpdate(AdminSession, { sessionId, lastSeenAt: { $lt: now } }, { lastSeenAt: now })
  }
  return { expiresAt }
}
