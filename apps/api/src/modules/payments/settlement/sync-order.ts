import type { EntityManager } from '@mikro-orm/postgresql'
import { statusOnceGivenUp, statusOncePaid } from '../../orders/order-status.ts'
import type { SettledRow } from './settle-payment.ts'

/**
 * The order's columns mirror its payment. A first payment moves the order from pending to processing once, and brings a
 * cancelled one back to life (decisions 27); the receipt goes out by mail where there is an address.
 */
export async function markOrderPaid(
  tx: EntityManager,
  now: Date,
  payment: SettledRow,
  receipt: string | null,
): Promise<void> {
  await tx.execute(
    `update orders set paid_at = ?, payment_failure_reason = null, updated_at = ?, payment_method = ?,
       status = ${statusOncePaid},
       mpesa_status = case when ? = 'mpesa' then 'paid' else mpesa_status end,
       mpesa_receipt_number = case when ? = 'mpesa' then ? else mpesa_receipt_number end, ${gatewaysWord}
     where id = ?`,
    [
      now,
      now,
      payment.paymentMethod,
      payment.paymentMethod,
      payment.paymentMethod,
      receipt,
      payment.id,
      payment.orderId,
    ],
  )
  if (payment.customerEmail) {
    await tx.execute(
      'insert into receipt_mails (payment_id, recipient, created_at) values (?, ?, ?) on conflict do nothing',
      [payment.id, payment.customerEmail, now],
    )
  }
}

const gatewaysWord = 'payment_gateway_response = (select gateway_response from payments where id = ?)'

/** An attempt that came to nothing shows on an unpaid order when it is the latest one; a shopper's cancel ends the order (decisions 28). */
export async function mirrorUnpaidAttempt(
  tx: EntityManager,
  now: Date,
  payment: SettledRow,
  failure: { outcome: 'failed' | 'cancelled'; reason: string },
): Promise<void> {
  if (payment.orderIsPaid || !payment.isLatestAttempt) return
  await tx.execute(
    `update orders set payment_failure_reason = ?, updated_at = ?,
       mpesa_status = case when ? = 'mpesa' then ? else mpesa_status end,
       status = case when ? = 'mpesa' and ? = 'cancelled' then ${statusOnceGivenUp} else status end, ${gatewaysWord}
     where id = ?`,
    [
      failure.reason,
      now,
      payment.paymentMethod,
      failure.outcome,
      payment.paymentMethod,
      failure.outcome,
      payment.id,
      payment.orderId,
    ],
  )
}
