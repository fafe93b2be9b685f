import { allows, type KeyAction } from '@marashi/domain/contracts/api-keys'
import { ShopError } from '../shop-error.ts'
import { type AccessRule, areasOf } from './access-policy.ts'
import type { Author, Context, LiveKey } from './context.ts'

/**
 * Lets in the administrator, and a key with the scope. Throws UNAUTHORIZED for anybody else, FORBIDDEN for a key without
 * the scope, TOO_MANY_REQUESTS beyond the key's limit.
 */
export async function requireAccess(ctx: Context, area: AccessRule, action: KeyAction): Promise<Author> {
  if (ctx.caller.apiKey === undefined) {
    const session = await ctx.liveSession()
    if (!session) throw new ShopError('UNAUTHORIZED', 'Please log in.')
    return session
  }
  const key = await requireKey(ctx)
  if (area === 'session') throw new ShopError('FORBIDDEN', 'No key may do this. Please log in.')
  const areas = areasOf(area)
  if (!areas.some((each) => allows(key.scopes, each, action))) {
    const scopes = areas.map((each) => `${each}:${action}`).join(' or ')
    throw new ShopError('FORBIDDEN', `This key has no scope ${scopes}.`)
  }
  return key
}

/** The caller's key of the API. Throws UNAUTHORIZED where it is none, FORBIDDEN where it works elsewhere, TOO_MANY_REQUESTS. */
export async function requireKey(ctx: Context): Promise<LiveKey> {
  if (ctx.caller.apiKey === '') {
    throw new ShopError('UNAUTHORIZED', 'Please send the key as Authorization: Bearer marashi_….')
  }
  const key = await ctx.liveKey()
  if (!key) throw new ShopError('UNAUTHORIZED', 'This key is unknown, revoked or past its end.')
  return key
}
