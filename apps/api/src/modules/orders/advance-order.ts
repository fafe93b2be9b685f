import type { AdminOrder, OrderStatusChange } from '@marashi/domain/contracts/admin-orders'
import { unlessChangedSince } from '../../db/sql.ts'
import type { Context } from '../../http/context.ts'
import { staleEdit } from '../../shop-error.ts'
import { adminOrderOf } from './admin-order-row.ts'

/**
 * The administrator's door to an order's status: any of the five may follow any (specification §4). The status it has
 * already changes nothing. Throws NOT_FOUND, also for a deleted order, and CONFLICT (STALE) when `updatedAt` was sent and
 * somebody has saved since.
 */
export async function advanceOrder(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, status, updatedAt }: OrderStatusChange,
): Promise<AdminOrder> {
  const changed: unknown[] = await em.execute(
    `update orders set updated_at = case when status = ? then updated_at else ? end, status = ?
     where id = ? and deleted_at is null and ${unlessChangedSince} returning id`,
    [status, clock(), status, id, updatedAt ?? null],
  )
  const order = await adminOrderOf(em, id)
  if (changed.length === 0) throw staleEdit('order')
  return order
}
