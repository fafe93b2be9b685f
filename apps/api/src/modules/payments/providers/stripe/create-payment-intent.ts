import type { CreatePaymentIntent } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../../kernel/context.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { lockOrderFirst } from '../../settlement/lock-order-first.ts'
import { cardNotConfigured, orderPaid, paymentMismatch, stillProcessing } from '../../settlement/payment-refusals.ts'
import { type CardAttempt, openCardAttempt } from './open-attempt.ts'
import { settleIntent } from './settle-intent.ts'
import type { CardGateway, CardIntent } from './stripe-client.ts'

const PAYABLE = new Set<CardIntent['status']>(['requires_payment_method', 'requires_confirmation', 'requires_action'])

/**
 * The card form's secret for an order: one intent per order, used again while it can be paid. The amount is the order's own
 * total, whatever the client says. The attempt's row is written before Stripe is asked, and its number is in the
 * idempotency key, so a crash in between finds the same intent again.
 *
 * Throws SERVICE_UNAVAILABLE without configuration, NOT_FOUND, CONFLICT for an order that is paid, cancelled or free,
 * BAD_REQUEST below the smallest card payment.
 */
export async function createPaymentIntent(
  ctx: Context,
  { orderId }: CreatePaymentIntent,
): Promise<{ clientSecret: string }> {
  const { card } = ctx.gateways
  if (!card) throw cardNotConfigured()
  const attempt = await openCardAttempt(ctx, orderId)
  const intent = attempt.intentId ? await card.read(attempt.intentId) : await createIntent(ctx, card, orderId, attempt)
  if (PAYABLE.has(intent.status) && intent.amountCents === attempt.amountCents && intent.clientSecret) {
    return { clientSecret: intent.clientSecret }
  }
  const settlement = await settleIntent(ctx, attempt.paymentId, intent, 'confirm')
  if (intent.status === 'canceled') return await createPaymentIntent(ctx, { orderId })
  if (settlement.result === 'refused') throw paymentMismatch()
  throw settlement.status === 'completed' ? orderPaid() : stillProcessing('This order is already being paid by card.')
}

async function createIntent(
  ctx: Context,
  card: CardGateway,
  orderId: string,
  attempt: CardAttempt,
): Promise<CardIntent> {
  const { amountCents, orderNumber, email, number, paymentId } = attempt
  faultPoint('card-attempt-written')
  const intent = await card.create({
    amountCents,
    orderId,
    orderNumber,
    email,
    idempotencyKey: `pi-${orderId}-${amountCents}-${number}`,
  })
  faultPoint('intent-created')
  await storeIntent(ctx, paymentId, intent.id)
  faultPoint('intent-stored')
  return intent
}

async function storeIntent({ em, clock }: Context, paymentId: string, intentId: string): Promise<void> {
  const columns = { stripe_payment_intent_id: intentId, updated_at: clock() }
  await lockOrderFirst(em, paymentId)
    .with('attempt', (query) =>
      query
        .updateTable('payments')
        .from('locked')
        .set(columns)
        .whereRef('payments.id', '=', 'locked.payment_id')
        .returning('payments.order_id'),
    )
    .updateTable('orders')
    .from('attempt')
    .set(columns)
    .whereRef('orders.id', '=', 'attempt.order_id')
    .execute()
}
