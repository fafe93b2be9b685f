import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'

const HOUR_MS = 3_600_000
// Ten letters and digits cannot be guessed, and a shopper who mistypes needs a few tries.
const MAX_PER_ORDER_IN_AN_HOUR = 5

/** Lets few receipts through for a locked order. Throws TOO_MANY_REQUESTS. See docs/behaviour.md#limits. */
export async function limitClaims(tx: EntityManager, now: Date, orderId: string): Promise<void> {
  const claims = await db(tx)
    .selectFrom('receipt_claims')
    .where('order_id', '=', orderId)
    .where('asked_at', '>', new Date(now.getTime() - HOUR_MS))
    .select('asked_at as askedAt')
    .orderBy('asked_at')
    .execute()
  const [oldest] = claims
  if (!oldest || claims.length < MAX_PER_ORDER_IN_AN_HOUR) return
  const freeInMs = oldest.askedAt.getTime() + HOUR_MS - now.getTime()
  throw new ShopError('TOO_MANY_REQUESTS', 'Too many codes for this order. Please wait a while, or contact us.', {
    retryAfterSeconds: Math.max(1, Math.ceil(freeInMs / 1000)),
  })
}
