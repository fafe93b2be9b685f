import type { PaymentOrder, PaymentStateAnswer } from '@marashi/domain/contracts/payments'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/db.ts'
import { paymentStatus } from '../orders/payment-status.ts'
import { endCardAttempts } from './providers/stripe/end-attempts.ts'
import { orderCancelled } from './settlement/payment-refusals.ts'
import { requireOrder } from './settlement/require-order.ts'
import { settlePayment } from './settlement/settle-payment.ts'

/**
 * The shopper pays the courier instead: the order that stands is the one that is delivered, so the cart makes no second
 * one. Its open attempts end first. A prompt cannot be called back, so money that still comes by it is booked on this
 * order and flagged as late. Answers `paid` where money was quicker.
 *
 * Throws NOT_FOUND, CONFLICT for a cancelled order, and as endCardAttempts while a card may be charged.
 */
export async function payOnDelivery(ctx: Context, { orderId }: PaymentOrder): Promise<PaymentStateAnswer> {
  await requireOrder(ctx, orderId)
  await endCardAttempts(ctx, orderId)
  await endMpesaAttempts(ctx, orderId)
  await db(ctx.em)
    .updateTable('orders')
    .set({ payment_method: 'manual', updated_at: ctx.clock() })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('status', '<>', 'cancelled')
    .where('payment_method', '<>', 'manual')
    .execute()
  const { state } = await paymentStatus(ctx, { id: orderId })
  if (state === 'cancelled') throw orderCancelled()
  return { state }
}

async function endMpesaAttempts(ctx: Context, orderId: string): Promise<void> {
  const attempts = await db(ctx.em)
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', 'mpesa')
    .where('is_by_hand', '=', false)
    .where('status', '=', 'processing')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const { id } of attempts) {
    // Failed, not cancelled: a cancelled request would end the order too.
    const reason = 'The shopper chose to pay on delivery.'
    await settlePayment(ctx, id, { source: 'shopper', kind: 'failed', code: 'shopper', reason })
  }
}
