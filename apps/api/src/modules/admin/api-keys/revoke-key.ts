import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { ApiKey } from './api-key.entity.ts'

/** Every process refuses the key from now on. Revoking it again changes nothing. Throws NOT_FOUND. */
export async function revokeKey({ em, clock, log }: Context, { id }: { id: string }): Promise<void> {
  const key = await em.findOne(ApiKey, { id })
  if (!key) throw new ShopError('NOT_FOUND', 'There is no such key.')
  if (key.revokedAt) return
  key.revokedAt = clock()
  await em.flush()
  log.warn({ security: 'key revoked', key: key.start }, 'a key of the API was revoked')
}
