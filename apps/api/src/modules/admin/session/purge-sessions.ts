import type { Context } from '../../../http/context.ts'
import { AdminDevice } from './admin-device.entity.ts'
import { AdminSession } from './admin-session.entity.ts'
import { LoginGuess } from './login-guess.entity.ts'
import { devicePolicy, guessPolicy, sessionPolicy } from './session-policy.ts'

/** Deletes the sessions and devices that nobody can use any more, and the guesses that no limit counts. */
export async function purgeSessions({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const now = clock()
  const idleSince = new Date(now.getTime() - sessionPolicy.idleMs)
  await em.nativeDelete(AdminSession, { $or: [{ expiresAt: { $lte: now } }, { lastSeenAt: { $lte: idleSince } }] })
  await em.nativeDelete(AdminDevice, { lastLoginAt: { $lte: new Date(now.getTime() - devicePolicy.lifetimeMs) } })
  await em.nativeDelete(LoginGuess, { at: { $lte: new Date(now.getTime() - guessPolicy.keptMs) } })
}
