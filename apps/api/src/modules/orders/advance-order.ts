import type { AdminOrder, OrderStatusChange } from '@marashi/domain/contracts/admin-orders'
import { db, isUnchangedSince } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { staleEdit } from '../../shop-error.ts'
import { adminOrderOf } from './admin-order-row.ts'

/**
 * Sets an order's status for the administrator: any of the five may follow any (docs/behaviour.md#order-status). The
 * status it has already changes nothing. Throws NOT_FOUND, also for a deleted order, and CONFLICT (STALE) when `updatedAt`
 * was sent and somebody has saved since.
 */
export async function advanceOrder(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, status, updatedAt }: OrderStatusChange,
): Promise<AdminOrder> {
  const changed = await db(em)
    .updateTable('orders')
    .set(({ eb, ref }) => ({
      updated_at: eb.case().when('status', '=', status).then(ref('updated_at')).else(clock()).end(),
      status,
    }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(({ ref }) => isUnchangedSince(ref('updated_at'), updatedAt))
    .returning('id')
    .executeTakeFirst()
  const order = await adminOrderOf(em, id)
  if (!changed) throw staleEdit('order')
  return order
}
