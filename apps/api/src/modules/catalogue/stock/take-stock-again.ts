import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { heldUntil } from './held-until.ts'

/**
 * Lets an unpaid order whose time was over hold its pieces again, for somebody who pays it after all. False where they have
 * been sold meanwhile; the caller then rolls back what was taken. Orders that gave nothing back stay as they are.
 */
export async function takeStockAgain(
  tx: EntityManager,
  ctx: Pick<Context, 'settings' | 'clock'>,
  orderId: string,
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
  await sql`select take_stock_again(${orderId}::uuid, ${ctx.clock()}::timestamptz)`.execute(db(tx))
  if (await isMissing()) return false
  await db(tx)
    .updateTable('orders')
    .set({ pieces_held_until: await heldUntil(ctx) })
    .where('id', '=', orderId)
    .execute()
  return true
}
