import { createHash } from 'node:crypto'
import { isSandboxKey } from '@marashi/domain/rules/sandbox-key'
import type { Context, LiveKey } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { ApiKey } from './api-key.entity.ts'

const RECORD_USE_AFTER_MS = 60_000

export const keyHashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * The key unless it is unknown, revoked or past its end. It is read for every request, so that every process refuses a
 * revoked key at once; its last use is recorded at most once a minute. Throws FORBIDDEN for a sandbox key where money moves.
 */
export async function liveKey(
  { em, clock, gateways }: Pick<Context, 'em' | 'clock' | 'gateways'>,
  presented: string,
): Promise<LiveKey | undefined> {
  if (isSandboxKey(presented) && !gateways.isSandbox) {
    throw new ShopError(
      'FORBIDDEN',
      'This is a sandbox key, and this shop takes real money. Please use a key of this shop.',
    )
  }
  const now = clock()
  const key = await em.findOne(ApiKey, { keyHash: keyHashOf(presented), revokedAt: null })
  if (!key || (key.endsAt && key.endsAt <= now)) return undefined
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() >= RECORD_USE_AFTER_MS) {
    await em.nativeUpdate(ApiKey, { id: key.id }, { lastUsedAt: now })
  }
  return { id: key.id, scopes: key.scopes }
}
