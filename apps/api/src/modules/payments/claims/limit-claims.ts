import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { limitReached } from '../../../http/limits/limit-settings.ts'
import { limitTable } from '../../../http/limits/limit-table.ts'

const { most, seconds } = limitTable.receiptsOfOrder
const WINDOW_MS = seconds * 1_000

/** Lets few receipts through for a locked order. Throws TOO_MANY_REQUESTS. */
export async function limitClaims(tx: EntityManager, now: Date, orderId: string): Promise<void> {
  const claims = await db(tx)
    .selectFrom('receipt_claims')
    .where('order_id', '=', orderId)
    .where('asked_at', '>', new Date(now.getTime() - WINDOW_MS))
    .select('asked_at as askedAt')
    .orderBy('asked_at')
    .execute()
  const [oldest] = claims
  if (!oldest || claims.length < most) return
  throw limitReached('receiptsOfOrder', oldest.askedAt.getTime() + WINDOW_MS - now.getTime())
}
