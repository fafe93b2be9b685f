import type { Context } from '../../../http/context.ts'
import { AdminDevice } from './admin-device.entity.ts'
import { AdminSession } from './admin-session.entity.ts'
import { DEVICE_LIFETIME_MS } from './known-device.ts'
import { IDLE_LIMIT_MS } from './live-session.ts'
import { LoginGuess } from './login-guess.entity.ts'

const GUESSES_KEPT_MS = 24 * 60 * 60 * 1000

/** Deletes the sessions and devices that nobody can use any more, and guesses that no limit counts. */
export async function purgeSessions({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const now = clock()
  const idleSince = new Date(now.getTime() - IDLE_LIMIT_MS)
  await em.nativeDelete(AdminSession, { $or: [{ expiresAt: { $lte: now } }, { lastSeenAt: { $lte: idleSince } }] })
  await em.nativeDelete(AdminDevice, { lastLoginAt: { $lte: new Date(now.getTime() - DEVICE_LIFETIME_MS) } })
  await em.nativeDelete(LoginGuess, { at: { $lte: new Date(now.getTime() - GUESSES_KEPT_MS) } })
}
