import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { AdminSession } from './admin-session.entity.ts'

const IDLE_LIMIT_MS = 12 * 60 * 60 * 1000

/** True when the token belongs to a session that has neither ended nor lain idle for 12 hours (decisions 35). */
export async function isLiveSession(em: EntityManager, sessionToken: string, now: Date): Promise<boolean> {
  const sessionId = createHash('sha256').update(sessionToken).digest('hex')
  const session = await em.findOne(AdminSession, { sessionId })
  if (!session) return false
  const idleUntil = session.lastSeenAt.getTime() + IDLE_LIMIT_MS
  return Math.min(session.expiresAt.getTime(), idleUntil) > now.getTime()
}
