import type { MpesaAnswer, PaymentOrder } from '@marashi/domain/contracts/payments'
import { sql } from 'kysely'
import { db, isSet } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { notFound, ShopError } from '../../../../shop-error.ts'
import { onceCancelledByShopper } from '../../../orders/order-status.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import { ALREADY_PAID } from './start-payment.ts'

/**
 * The shopper no longer wants to pay this way: open attempts are cancelled and the unpaid order with them. A prompt cannot
 * be called back, so money that still comes revives the order and is flagged. Throws NOT_FOUND, and BAD_REQUEST for an
 * order that was never to be paid by M-Pesa.
 */
export async function cancelMpesaPayment(ctx: Context, { orderId }: PaymentOrder): Promise<MpesaAnswer> {
  const order = await orderWithOpenAttempts(ctx, orderId)
  if (!order) throw notFound('Order')
  if (!order.isByMpesa) throw new ShopError('BAD_REQUEST', 'No M-Pesa payment was started for this order.')
  for (const paymentId of order.openAttempts) {
    await settlePayment(ctx, paymentId, {
      source: 'shopper',
      kind: 'cancelled',
      code: 'shopper',
      reason: 'Cancelled in the shop.',
    })
  }
  const cancelled = await db(ctx.em)
    .updateTable('orders')
    .set({
      updated_at: ctx.clock(),
      ...onceCancelledByShopper,
      mpesa_status: sql`case when paid_at is null and refunded_at is null then 'cancelled' else mpesa_status end`,
    })
    .where('id', '=', orderId)
    .returning(({ ref }) => isSet(ref('paid_at')).as('isPaid'))
    .executeTakeFirst()
  return cancelled?.isPaid ? ALREADY_PAID : { customerMessage: 'Payment cancelled', outcome: 'cancelled' }
}

async function orderWithOpenAttempts({ em }: Context, orderId: string) {
  const order = await db(em)
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where('deleted_at', 'is', null)
    .select('payment_method as method')
    .executeTakeFirst()
  if (!order) return undefined
  const attempts = await db(em)
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', 'mpesa')
    .where('is_manual', '=', false)
    .select(['id', 'status'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    isByMpesa: order.method === 'mpesa' || attempts.length > 0,
    openAttempts: attempts.filter(({ status }) => status === 'processing').map(({ id }) => id),
  }
}
