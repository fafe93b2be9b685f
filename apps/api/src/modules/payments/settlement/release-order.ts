import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../kernel/db.ts'
import { type LockedPayment, lockPayment } from './lock-payment.ts'
import { syncOrderPaid } from './sync-order.ts'

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
  const hasMpesaMoney = sql<boolean>`exists (select from payments where order_id = orders.id and payment_method = 'mpesa'
    and not is_surplus and status in ('completed', 'refunded') and deleted_at is null)`
  await db(tx)
    .updateTable('orders')
    .set({
      paid_at: null,
      updated_at: now,
      mpesa_status: sql`case when mpesa_status = 'paid' and not ${hasMpesaMoney} then null else mpesa_status end`,
      mpesa_receipt_number: sql`case when ${hasMpesaMoney} then mpesa_receipt_number end`,
    })
    .where('id', '=', orderId)
    .execute()
  const next = await db(tx)
    .updateTable('payments')
    .set({ is_surplus: false, attention: sql`nullif(attention, 'paid-twice')`, updated_at: now })
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
  const successor = await lockPayment(tx, next.id)
  await syncOrderPaid(tx, now, successor, successor.receipt)
}
