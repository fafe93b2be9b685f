import { createHash } from 'node:crypto'
import type { Context, LiveKey } from '../../../http/context.ts'
import { ApiKey } from './api-key.entity.ts'

const RECORD_USE_AFTER_MS = 60_000

export const keyHashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * The key unless it is unknown, revoked or past its end. It is read for every request, so that every process refuses a
 * revoked key at once; its last use is recorded at most once a minute.
 */
export async function liveKey(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  presented: string,
): Promise<LiveKey | undefined> {
  const now = clock()
  const key = await em.findOne(ApiKey, { keyHash: keyHashOf(presented), revokedAt: null })
  if (!key || (key.endsAt && key.endsAt <= now)) return undefined
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() >= RECORD_USE_AFTER_MS) {
    await em.nativeUpdate(ApiKey, { id: key.id }, { lastUsedAt: now })
  }
  return { id: key.id, scopes: key.scopes }
}
