import type { EntityManager } from '@mikro-orm/postgresql'
import { lockForSettling, type SettledRow } from './settle-payment.ts'
import { markOrderPaid } from './sync-order.ts'

/**
 * A payment no longer pays its locked order: it was paid back, corrected or taken off the lists. Money that came on top of
 * it takes its place; without any the order is unpaid again. The payment's own row is written before.
 */
export async function releaseOrder(
  tx: EntityManager,
  now: Date,
  { orderId, isSurplus }: Pick<SettledRow, 'orderId' | 'isSurplus'>,
): Promise<void> {
  if (isSurplus) return
  await tx.execute(
    `update orders o set paid_at = null, updated_at = ?,
       mpesa_status = case when mpesa_status = 'paid' and not taken then null else mpesa_status end,
       mpesa_receipt_number = case when taken then mpesa_receipt_number end
     from (select exists (select from payments where order_id = ? and payment_method = 'mpesa' and not is_surplus
             and status in ('completed', 'refunded') and deleted_at is null) as taken) mpesa
     where o.id = ?`,
    [now, orderId, orderId],
  )
  const [next]: { id: string }[] = await tx.execute(
    `update payments set is_surplus = false, attention = nullif(attention, 'paid-twice'), updated_at = ?
     where id = (select id from payments where order_id = ? and status = 'completed' and is_surplus and deleted_at is null
                 order by completed_at, id limit 1) returning id`,
    [now, orderId],
  )
  if (!next) return
  const successor = await lockForSettling(tx, next.id)
  await markOrderPaid(tx, now, successor, successor.receipt)
}
