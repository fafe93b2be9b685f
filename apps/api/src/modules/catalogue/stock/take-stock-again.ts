import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { heldUntil } from './held-until.ts'

/**
 * Lets an order whose time was over hold its pieces again, for somebody who pays it after all, by the method that is given. False
 * where they have been sold meanwhile; the caller then rolls back what was taken. Orders that gave nothing back stay as they are.
 */
export async function takeStockAgain(
  tx: EntityManager,
  { orderId, settings, ...wait }: { orderId: string; settings: ShopSettings; paymentMethod: string; now: Date },
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
  await sql`select take_stock_again(${orderId}::uuid, ${wait.now}::timestamptz)`.execute(db(tx))
  if (await isMissing()) return false
  await db(tx)
    .updateTable('orders')
    .set({ pieces_held_until: heldUntil(settings, wait) })
    .where('id', '=', orderId)
    .execute()
  return true
}
