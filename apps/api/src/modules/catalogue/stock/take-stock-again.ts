import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

/**
 * Lets an order whose time was over hold its pieces again, for somebody who pays it after all, up to the time that is given or for as
 * long as it holds others. False where they have been sold meanwhile; the caller then rolls back what was taken. Orders that gave
 * nothing back stay as they are.
 */
export async function takeStockAgain(
  tx: EntityManager,
  { orderId, now, until }: { orderId: string; now: Date; until: Date },
): Promise<boolean> {
  const isMissing = () =>
    db(tx)
      .selectFrom('order_items')
      .where('order_id', '=', orderId)
      .where('given_back', '>', 0)
      .select('id')
      .limit(1)
      .executeTakeFirst()
  if (!(await isMissing())) return true
  await sql`select take_stock_again(${orderId}::uuid, ${now}::timestamptz)`.execute(db(tx))
  if (await isMissing()) return false
  await db(tx)
    .updateTable('orders')
    .set({ pieces_held_until: until })
    .where('id', '=', orderId)
    .where('pieces_held_until', '<', until)
    .execute()
  return true
}
