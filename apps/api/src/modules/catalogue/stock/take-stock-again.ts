import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

/**
 * Takes back for an order what it gave back when its time was over, because somebody pays it after all. It holds that until `until`,
 * or longer where it holds other pieces for longer. False where they have been sold meanwhile; the caller then rolls back what was
 * taken. An order that gave nothing back stays as it is.
 */
export async function takeStockAgain(
  tx: EntityManager,
  { orderId, now, until }: { orderId: string; now: Date; until: Date },
): Promise<boolean> {
  const givenBackLine = () =>
    db(tx)
      .selectFrom('order_items')
      .where('order_id', '=', orderId)
      .where('given_back', '>', 0)
      .select('id')
      .limit(1)
      .executeTakeFirst()
  if (!(await givenBackLine())) return true
  await sql`select take_stock_again(${orderId}::uuid, ${now}::timestamptz)`.execute(db(tx))
  if (await givenBackLine()) return false
  await db(tx)
    .updateTable('orders')
    .set({ pieces_held_until: until })
    .where('id', '=', orderId)
    .where('pieces_held_until', '<', until)
    .execute()
  return true
}
