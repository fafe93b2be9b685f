import type { CancelOrder } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, isUnchangedSince } from '../../db/db.ts'
import { notFound, ShopError, staleEdit } from '../../shop-error.ts'
import { writeNote } from './order-notes.ts'

/**
 * Cancels an order for a reason, which stays in its notes, and answers the status that it had; its money is left to the
 * caller, in whose transaction it is. With `restock` the pieces that it took go back (docs/behaviour.md#stock). Throws
 * NOT_FOUND, also for a deleted order, CONFLICT for one that is cancelled already, and STALE as advance-order.ts does. See
 * docs/behaviour.md#cancelled-orders.
 */
export async function cancelOrder(
  tx: EntityManager,
  now: Date,
  { id, reason, restock, updatedAt }: Pick<CancelOrder, 'id' | 'reason' | 'restock' | 'updatedAt'>,
): Promise<AdminOrder['status']> {
  const order = await db(tx)
    .selectFrom('orders')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(({ ref }) => ['status', isUnchangedSince(ref('updated_at'), updatedAt).as('isUnchanged')])
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  if (order.status === 'cancelled') throw new ShopError('CONFLICT', 'This order is cancelled already.')
  if (!order.isUnchanged) throw staleEdit('order')
  await db(tx)
    .updateTable('orders')
    .set({ status: 'cancelled', keeps_pieces: !restock, updated_at: now })
    .where('id', '=', id)
    .execute()
  await writeNote(tx, { orderId: id, kind: 'cancellation', text: reason, now })
  return order.status
}
