import type { OutcomeSource } from '@marashi/domain/rules/settlement'
import type { Context } from '../../../../kernel/context.ts'
import { db } from '../../../../kernel/db.ts'
import { flagPayment } from '../../settlement/flag-payment.ts'
import { lockOrderFirst } from '../../settlement/lock-order-first.ts'
import type { Settlement } from '../../settlement/payment-outcome.ts'
import { recordRefund } from '../../settlement/record-refund.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import type { CardIntent } from './stripe-client.ts'

/**
 * Settles a payment by its intent as Stripe holds it now: webhook, confirmation and recovery all end here. The intent must
 * be the payment's own, for this order, in KES and fully received. A foreign intent is refused and flagged.
 */
export async function settleIntent(
  ctx: Context,
  paymentId: string,
  intent: CardIntent,
  source: OutcomeSource,
): Promise<Settlement> {
  const payment = await db(ctx.em)
    .selectFrom('payments')
    .select(['order_id as orderId', 'stripe_payment_intent_id as intentId'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (payment?.intentId !== intent.id || payment.orderId !== intent.orderId || intent.currency !== 'kes') {
    await flagPayment(ctx, paymentId, { attention: 'id-mismatch', source })
    return { result: 'refused', reason: 'id-mismatch' }
  }
  const { clientSecret: _secret, ...payload } = intent
  if (intent.status === 'canceled') {
    const reason = 'The card payment was cancelled.'
    return await settlePayment(ctx, paymentId, { source, payload, kind: 'cancelled', code: 'canceled', reason })
  }
  if (intent.status !== 'succeeded') return await showProgress(ctx, paymentId, intent)
  const settlement = await settlePayment(ctx, paymentId, {
    source,
    payload,
    kind: 'succeeded',
    amountShillings: intent.receivedCents / 100,
    ...(intent.chargeId !== undefined && { receipt: intent.chargeId }),
  })
  if (intent.feeCents !== undefined) await storeFee(ctx, paymentId, intent.feeCents)
  if (intent.refundedCents > 0) await recordRefund(ctx, paymentId, { cents: intent.refundedCents, source })
  return settlement
}

/** A declined card leaves the intent payable: the reason is kept, the attempt stays open. */
async function showProgress({ em, clock }: Context, paymentId: string, intent: CardIntent): Promise<Settlement> {
  await db(em)
    .updateTable('payments')
    .set({
      status: intent.status === 'processing' ? 'processing' : 'pending',
      failure_code: intent.failure?.code ?? null,
      failure_reason: intent.failure?.message ?? null,
      updated_at: clock(),
    })
    .where('id', '=', paymentId)
    .where('status', 'in', ['pending', 'processing'])
    .execute()
  return { result: 'known', status: intent.status }
}

async function storeFee({ em, clock }: Context, paymentId: string, feeCents: number): Promise<void> {
  await lockOrderFirst(em, paymentId)
    .with('fee', (query) =>
      query
        .updateTable('payments')
        .from('locked')
        .set({ processing_fee: feeCents / 100, updated_at: clock() })
        .whereRef('payments.id', '=', 'locked.payment_id')
        .where('payments.processing_fee', 'is', null)
        .returning(['payments.order_id', 'payments.processing_fee as fee', 'payments.is_surplus']),
    )
    .updateTable('orders')
    .from('fee')
    .set(({ ref }) => ({ payment_processing_fee: ref('fee.fee') }))
    .whereRef('orders.id', '=', 'fee.order_id')
    .where('fee.is_surplus', '=', false)
    .execute()
}
