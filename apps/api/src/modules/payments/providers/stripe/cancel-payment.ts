import type { PaymentOrder, PaymentStateAnswer } from '@marashi/domain/contracts/payments'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { onceCancelledByShopper } from '../../../orders/order-status.ts'
import { paymentStatus } from '../../../orders/payment-status.ts'
import { endAttempts } from '../../attempts/end-attempts.ts'
import { requireOrder } from '../../settlement/require-order.ts'
import { stripeProvider } from './provider.ts'

/**
 * The shopper does not pay this order by card after all: its intent is ended at Stripe, and then the unpaid order with
 * it, so that the same cart never makes two orders that live. An order to be paid on delivery stays. Answers `paid` where
 * the card was charged before.
 *
 * Throws NOT_FOUND, and as endAttempts while money may be moving; then the order stays as it is.
 */
export async function cancelCardPayment(ctx: Context, { orderId }: PaymentOrder): Promise<PaymentStateAnswer> {
  await requireOrder(ctx, orderId)
  await endAttempts(ctx, stripeProvider, { orderId, reason: 'The shopper chose another way to pay.' })
  await db(ctx.em)
    .updateTable('orders')
    .set({ updated_at: ctx.clock(), ...onceCancelledByShopper })
    .where('id', '=', orderId)
    .where('payment_method', '=', 'stripe')
    .execute()
  const { state } = await paymentStatus(ctx, { id: orderId })
  return { state }
}
