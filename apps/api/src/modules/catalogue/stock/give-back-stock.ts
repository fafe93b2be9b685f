import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

/**
 * Puts what an order took of counted stock back, once: what it no longer holds is not given back again. Cancelling or
 * deleting an order does so by itself (docs/database-functions.md#orders-and-stock), unless its `keeps_pieces` is set in the same
 * statement. See docs/behaviour.md#stock.
 */
export async function giveBackStock(
  em: EntityManager,
  orderId: string,
  { reason, now }: { reason: 'cancelled' | 'deleted' | 'unpaid'; now: Date },
): Promise<void> {
  await sql`select give_back_stock(${orderId}::uuid, ${reason}, ${now}::timestamptz)`.execute(db(em))
}
