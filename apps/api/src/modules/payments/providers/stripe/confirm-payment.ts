import type { ConfirmStripe } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../../kernel/context.ts'
import { db } from '../../../../kernel/db.ts'
import { notFound, ShopError } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { cardNotConfigured, paymentMismatch, stillProcessing } from '../../settlement/payment-refusals.ts'
import { settleIntent } from './settle-intent.ts'

/**
 * The browser says that a card was charged; Stripe is asked whether that is so. Throws NOT_FOUND where the intent is not
 * this order's, PAYMENT_REQUIRED where it is not paid, CONFLICT while Stripe is still at it, SERVICE_UNAVAILABLE without
 * configuration.
 */
export async function confirmStripePayment(
  ctx: Context,
  { orderId, paymentIntentId }: ConfirmStripe,
): Promise<{ orderId: string }> {
  const { card } = ctx.gateways
  if (!card) throw cardNotConfigured()
  const payment = await db(ctx.em)
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('stripe_payment_intent_id', '=', paymentIntentId)
    .executeTakeFirst()
  if (!payment) throw notFound('Payment')
  const intent = await card.read(paymentIntentId)
  faultPoint('confirm-read')
  const settlement = await settleIntent(ctx, payment.id, intent, 'confirm')
  faultPoint('confirm-settled')
  if (settlement.result === 'refused') throw paymentMismatch()
  if (settlement.status === 'completed' || settlement.status === 'refunded') return { orderId }
  if (intent.status === 'processing') throw stillProcessing('The payment is still processing.')
  throw new ShopError('PAYMENT_REQUIRED', intent.failure?.message ?? 'The card has not been charged.')
}
