import type { Context } from '../../kernel/context.ts'
import { AdminSession } from './admin-session.entity.ts'
import { IDLE_LIMIT_MS } from './live-session.ts'

/** Deletes the sessions that nobody can use any more. */
export async function forgetSessions({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const now = clock()
  const idleSince = new Date(now.getTime() - IDLE_LIMIT_MS)
  await em.nativeDelete(AdminSession, { $or: [{ expiresAt: { $lte: now } }, { lastSeenAt: { $lte: idleSince } }] })
}
