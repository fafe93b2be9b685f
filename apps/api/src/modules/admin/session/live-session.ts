import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { LiveSession } from '../../../http/context.ts'
import { AdminSession } from './admin-session.entity.ts'

export const IDLE_LIMIT_MS = 12 * 60 * 60 * 1000
const TOUCH_AFTER_MS = 60 * 1000

/** Under which name a cookie's session is stored, so that a stolen table opens nothing (decisions 35). */
export const sessionIdOf = (sessionToken: string): string => createHash('sha256').update(sessionToken).digest('hex')

/**
 * The token's session unless it has ended or lain idle for 12 hours (decisions 35). Using it keeps it alive; that is
 * written down at most once a minute.
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
  if (expiresAt <= now || idleMs >= IDLE_LIMIT_MS) return undefined
  if (idleMs > TOUCH_AFTER_MS) {
    await em.nativeUpdate(AdminSession, { sessionId, lastSeenAt: { $lt: now } }, { lastSeenAt: now })
  }
  return { expiresAt }
}
