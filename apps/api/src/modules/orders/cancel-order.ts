import type { CancelOrder } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, isUnchangedSince } from '../../db/db.ts'
import { notFound, ShopError, staleEdit } from '../../shop-error.ts'
import { writeNote } from './order-notes.ts'

type Cancellation = Pick<CancelOrder, 'id' | 'reason' | 'restock' | 'updatedAt'>

/**
 * Cancels an order for a reason, which stays in its notes, and answers the status that it had; its money is left to the
 * caller, in whose transaction it is. With `restock` the pieces that it took go back (docs/behaviour.md#stock). Throws as
 * refuseCancelling. See docs/behaviour.md#cancelled-orders.
 */
export async function cancelOrder(
  tx: EntityManager,
  now: Date,
  { id, reason, restock, updatedAt }: Cancellation,
): Promise<AdminOrder['status']> {
  const status = refuseCancelling(await orderToCancel(tx, { id, updatedAt }).forNoKeyUpdate().executeTakeFirst())
  await db(tx)
    .updateTable('orders')
    .set({ status: 'cancelled', keeps_pieces: !restock, updated_at: now })
    .where('id', '=', id)
    .execute()
  await writeNote(tx, { orderId: id, kind: 'cancellation', text: reason, now })
  return status
}

/** Throws as cancelOrder would now; the order is not locked, and nothing is changed. */
export async function expectCancellable(
  em: EntityManager,
  order: Pick<Cancellation, 'id' | 'updatedAt'>,
): Promise<void> {
  refuseCancelling(await orderToCancel(em, order).executeTakeFirst())
}

const orderToCancel = (em: EntityManager, { id, updatedAt }: Pick<Cancellation, 'id' | 'updatedAt'>) =>
  db(em)
    .selectFrom('orders')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(({ ref }) => ['status', isUnchangedSince(ref('updated_at'), updatedAt).as('isUnchanged')])

/**
 * The status of an order that can be cancelled. Throws NOT_FOUND, also for a deleted order, CONFLICT for one that is cancelled
 * already, and STALE as advance-order.ts does.
 */
function refuseCancelling(
  order: Awaited<ReturnType<ReturnType<typeof orderToCancel>['executeTakeFirst']>>,
): AdminOrder['status'] {
  if (!order) throw notFound('Order')
  if (order.status === 'cancelled') throw new ShopError('CONFLICT', 'This order is cancelled already.')
  if (!order.isUnchanged) throw staleEdit('order')
  return order.status
}
