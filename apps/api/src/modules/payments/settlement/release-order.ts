import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import type { OrderColumns } from '../providers/provider-storage.ts'
import { paymentProviders } from '../providers/registry.ts'
import { type LockedPayment, lockPayment } from './lock-payment.ts'
import { syncOrdersPaid } from './sync-order.ts'

/**
 * Ends a payment's hold on its locked order: it was paid back, corrected or taken off the lists. Money that came on top of
 * it takes its place; without any the order is unpaid again. The payment's own row is written before.
 */
export async function releaseOrder(
  tx: EntityManager,
  now: Date,
  { orderId, isSurplus }: Pick<LockedPayment, 'orderId' | 'isSurplus'>,
): Promise<void> {
  if (isSurplus) return
  await db(tx)
    .updateTable('orders')
    .set({ paid_at: null, refunded_amount: 0, updated_at: now, ...releasedColumns() })
    .where('id', '=', orderId)
    .execute()
  const next = await db(tx)
    .updateTable('payments')
    .set({ is_surplus: false, updated_at: now })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('payments')
        .select('id')
        .where('order_id', '=', orderId)
        .where('status', '=', 'completed')
        .where('is_surplus', '=', true)
        .where('deleted_at', 'is', null)
        .orderBy('completed_at')
        .orderBy('id')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirst()
  if (!next) return
  const resolution = 'it pays the order instead of another payment'
  await resolveFlags(tx, now, next.id, { what: ['paid-twice'], by: 'shop', resolution })
  await syncOrdersPaid(tx, now, [await lockPayment(tx, next.id)])
}

/** What each provider shows on the order goes with its last money there. */
function releasedColumns(): OrderColumns {
  const columns = paymentProviders().map(({ method, storage }) => {
    const hasMoney = sql<boolean>`exists (select from payments where order_id = orders.id and payment_method = ${method}
      and not is_surplus and status in ('completed', 'refunded') and deleted_at is null)`
    return storage.order.released(hasMoney)
  })
  return Object.assign({}, ...columns)
}
