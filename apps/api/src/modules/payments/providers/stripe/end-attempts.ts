import type { Context } from '../../../../kernel/context.ts'
import { db } from '../../../../kernel/db.ts'
import { cardNotConfigured, paymentMismatch, stillProcessing } from '../../settlement/payment-refusals.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import { settleIntent } from './settle-intent.ts'

/**
 * Ends an order's open card payments at Stripe, before the shopper turns to another way to pay: afterwards no card can be
 * charged for this order by a page that was left open, or by an answer that was lost on its way. What Stripe has charged
 * by then is booked, and pays the order.
 *
 * Throws CONFLICT while Stripe is charging, and SERVICE_UNAVAILABLE when Stripe cannot be asked: then money may have moved.
 */
export async function endCardAttempts(ctx: Context, orderId: string): Promise<void> {
  const attempts = await db(ctx.em)
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', 'stripe')
    .where('is_by_hand', '=', false)
    .where('status', 'in', ['pending', 'processing'])
    .select(['id', 'stripe_payment_intent_id as intentId'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const { id, intentId } of attempts) {
    if (intentId) await endIntent(ctx, id, intentId)
    // The secret of an intent is handed out after its id is stored, so nobody can have paid by this one.
    else await settlePayment(ctx, id, { source: 'shopper', kind: 'cancelled', code: 'shopper', reason: LEFT })
  }
}

const LEFT = 'The shopper chose another way to pay.'

async function endIntent(ctx: Context, paymentId: string, intentId: string): Promise<void> {
  const { card } = ctx.gateways
  if (!card) throw cardNotConfigured()
  const intent = await card.cancel(intentId)
  const settlement = await settleIntent(ctx, paymentId, intent, 'confirm')
  if (settlement.result === 'refused') throw paymentMismatch()
  if (intent.status !== 'canceled' && intent.status !== 'succeeded') {
    throw stillProcessing('The card payment is still processing.')
  }
}
