import type { Context } from '../../../../kernel/context.ts'
import type { EvidenceSource } from '../../payment-event.entity.ts'
import { flagPayment } from '../../settlement/flag-payment.ts'
import { heldOrder } from '../../settlement/lock-order-first.ts'
import type { Settlement } from '../../settlement/payment-outcome.ts'
import { recordRefund } from '../../settlement/record-refund.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import type { CardIntent } from './stripe-client.ts'

/**
 * Draws the conclusion from an intent as Stripe holds it now: webhook, confirm and query all end here. The intent must be
 * the payment's own, for this order, in KES and fully received (facts/stripe 6). Throws nothing for a foreign intent: it is
 * refused and flagged.
 */
export async function settleIntent(
  ctx: Context,
  paymentId: string,
  intent: CardIntent,
  source: EvidenceSource,
): Promise<Settlement> {
  const [payment]: { orderId: string; intentId: string | null }[] = await ctx.em.execute(
    'select order_id as "orderId", stripe_payment_intent_id as "intentId" from payments where id = ?',
    [paymentId],
  )
  if (payment?.intentId !== intent.id || payment.orderId !== intent.orderId || intent.currency !== 'kes') {
    await flagPayment(ctx, paymentId, { attention: 'id-mismatch', source })
    return { result: 'refused', reason: 'id-mismatch' }
  }
  const { clientSecret: _secret, ...told } = intent
  if (intent.status === 'canceled') {
    return await settlePayment(ctx, paymentId, {
      source,
      told,
      outcome: 'cancelled',
      code: 'canceled',
      reason: 'The card payment was cancelled.',
    })
  }
  if (intent.status !== 'succeeded') return await noteProgress(ctx, paymentId, intent)
  const settlement = await settlePayment(ctx, paymentId, {
    source,
    told,
    outcome: 'succeeded',
    amountShillings: intent.receivedCents / 100,
    receipt: intent.chargeId,
  })
  if (intent.feeCents !== undefined) await rememberFee(ctx, paymentId, intent.feeCents)
  if (intent.refundedCents > 0) await recordRefund(ctx, paymentId, { cents: intent.refundedCents, source })
  return settlement
}

/** A declined card leaves the intent payable: the reason is kept, nothing ends. */
async function noteProgress({ em, clock }: Context, paymentId: string, intent: CardIntent): Promise<Settlement> {
  const status = intent.status === 'processing' ? 'processing' : 'pending'
  await em.execute(
    `update payments set status = ?, failure_code = ?, failure_reason = ?, updated_at = ? where id = ? and status in ('pending', 'processing')`,
    [status, intent.failure?.code ?? null, intent.failure?.message ?? null, clock(), paymentId],
  )
  return { result: 'known', status: intent.status }
}

async function rememberFee({ em, clock }: Context, paymentId: string, feeCents: number): Promise<void> {
  await em.execute(
    `with ${heldOrder}, fee as (
       update payments set processing_fee = ?, updated_at = ? from held
       where payments.id = held.payment_id and processing_fee is null returning order_id, processing_fee, is_surplus
     )
     update orders set payment_processing_fee = fee.processing_fee from fee where orders.id = fee.order_id and not fee.is_surplus`,
    [paymentId, feeCents / 100, clock()],
  )
}
