import type { Context } from '../../../http/context.ts'
import { adminPasswordHash } from './admin-password.ts'
import { type FairQueue, fairQueue } from './fair-queue.ts'
import { knownDevice } from './known-device.ts'
import { sessionIdOf } from './live-session.ts'
import { clearGuesses, countRecentGuesses, recordGuess, refuseDuringAttack, whoOfNetwork } from './login-guesses.ts'
import { isPasswordOf } from './password-hash.ts'
import { loginQueue } from './session-policy.ts'

export interface PasswordChecks {
  isPasswordOf: typeof isPasswordOf
  queue: FairQueue
}

declare module '../../../http/context.ts' {
  interface Deps {
    passwordChecks: PasswordChecks
  }
}

export const makePasswordChecks = (change: Partial<PasswordChecks> = {}): PasswordChecks => ({
  isPasswordOf,
  queue: fairQueue(loginQueue),
  ...change,
})

/**
 * Whether this is the administrator's password. A guess counts once it is compared, against the caller's network or, in a
 * browser that was logged in before, against that browser alone: there the guesses of others slow nobody down. The right
 * password clears the wrong ones.
 *
 * Throws TOO_MANY_REQUESTS beyond the limit and while this caller's last guess waits, SERVICE_UNAVAILABLE when too many
 * others guess; neither counts.
 */
export async function checkPassword(ctx: Context, password: string): Promise<boolean> {
  const { env, passwordChecks } = ctx
  const hash = await adminPasswordHash(env)
  const { key, isKnown } = await callerOf(ctx)
  const recentGuesses = await countRecentGuesses(ctx, key)
  if (!isKnown && recentGuesses > 0) await refuseDuringAttack(ctx)
  return await passwordChecks.queue.run({ key, isKnown, recentGuesses }, async () => {
    await recordGuess(ctx, key)
    const isRight = await passwordChecks.isPasswordOf(hash, password)
    if (isRight) await clearGuesses(ctx, key)
    return isRight
  })
}

async function callerOf(ctx: Context): Promise<{ key: string; isKnown: boolean }> {
  const device = await knownDevice(ctx)
  if (device) return { key: `device ${device}`, isKnown: true }
  const { sessionToken, address } = ctx.caller
  if (sessionToken && (await ctx.isAdministrator())) {
    return { key: `session ${sessionIdOf(sessionToken)}`, isKnown: true }
  }
  return { key: whoOfNetwork(address), isKnown: false }
}
