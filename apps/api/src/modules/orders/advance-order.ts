import type { AdminOrder, OrderStatusChange } from '@marashi/domain/contracts/admin-orders'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import { heldUntil } from '@marashi/domain/rules/stock-hold'
import { expressionBuilder } from 'kysely'
import { db, isUnchangedSince } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { staleEdit } from '../../shop-error.ts'
import type { Tables } from '../../tables.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { adminOrderOf } from './admin-order-row.ts'

/**
 * Sets an order's status for the administrator: any of the five may follow any (docs/behaviour.md#order-status). The
 * status it has already changes nothing. Throws NOT_FOUND, also for a deleted order, and CONFLICT (STALE) when `updatedAt`
 * was sent and somebody has saved since.
 */
export async function advanceOrder(
  { em, clock, settings }: Pick<Context, 'em' | 'clock' | 'settings'>,
  { id, status, updatedAt }: OrderStatusChange,
): Promise<AdminOrder> {
  const hold = holdOnceWaiting(await settingsOf({ settings }), clock())
  // What cannot be answered is not changed either: whoever asked would take it for an order that stayed as it was.
  return await em.fork().transactional(async (tx) => {
    const changed = await db(tx)
      .updateTable('orders')
      .set(({ eb, ref }) => ({
        updated_at: eb.case().when('status', '=', status).then(ref('updated_at')).else(clock()).end(),
        ...(status === 'pending' && {
          pieces_held_until: hold('pieces_held_until'),
          hold_ends_at: hold('hold_ends_at'),
        }),
        status,
      }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where(({ ref }) => isUnchangedSince(ref('updated_at'), updatedAt))
      .returning('id')
      .executeTakeFirst()
    const order = await adminOrderOf(tx, id)
    if (!changed) throw staleEdit('order')
    return order
  })
}

/**
 * An order that is set back to pending waits anew: its time may be over, also since it was cancelled or begun, and without one it
 * would hold what it takes again for good. Only one that the owner has entered to be paid on delivery never had one, and has none.
 */
function holdOnceWaiting(settings: ShopSettings, now: Date) {
  const eb = expressionBuilder<Pick<Tables, 'orders'>, 'orders'>()
  const hasNoEnd = eb.and([eb('payment_method', '=', 'manual'), eb('pieces_held_until', 'is', null)])
  return (column: 'pieces_held_until' | 'hold_ends_at') =>
    eb
      .case()
      .when(eb.or([eb('status', '=', 'pending'), hasNoEnd]))
      .then(eb.ref(column))
      .when('payment_method', '=', 'manual')
      .then(heldUntil(settings, { isOnDelivery: true, now }))
      .else(heldUntil(settings, { isOnDelivery: false, now }))
      .end()
}
