import type { ConfirmStripe } from '@marashi/domain/contracts/payments'
import { isPaidStatus } from '@marashi/domain/rules/payment-status'
import { db } from '../../../../db/db.ts'
import { faultPoint } from '../../../../fault-points.ts'
import type { Context } from '../../../../http/context.ts'
import { limitTable } from '../../../../http/limits/limit-table.ts'
import { notFound, ShopError } from '../../../../shop-error.ts'
import { takeRequestSlot } from '../../attempts/request-slot.ts'
import { applyReport } from '../../settlement/apply-report.ts'
import { cardNotConfigured, paymentMismatch, stillProcessing } from '../../settlement/payment-refusals.ts'
import { reportOfIntent } from './report-of-intent.ts'

const ASK_AT_MOST_EVERY_MS = limitTable.cardChecks.seconds * 1_000

/**
 * The browser says that a card was charged; Stripe is asked whether that is so, until the shop has booked it, and at most once
 * a second for an order, however often and to whichever process the browser says it. Throws NOT_FOUND where the intent is not
 * this order's, PAYMENT_REQUIRED where it is not paid, CONFLICT while Stripe is still at it, SERVICE_UNAVAILABLE without
 * configuration.
 */
export async function confirmStripePayment(
  ctx: Context,
  { orderId, paymentIntentId: reference }: ConfirmStripe,
): Promise<{ orderId: string }> {
  const payment = await db(ctx.em)
    .selectFrom('payments')
    .select(['id', 'status'])
    .where('order_id', '=', orderId)
    .where('payment_method', '=', 'stripe')
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  if (!payment) throw notFound('Payment')
  // Nobody needs Stripe to say once more what is booked.
  if (isPaidStatus(payment.status)) return { orderId }
  const { card } = ctx.gateways
  if (!card) throw cardNotConfigured()
  const slot = { key: `confirm:${orderId}`, paymentId: payment.id, now: ctx.clock(), forMs: ASK_AT_MOST_EVERY_MS }
  if ((await takeRequestSlot(ctx.em, slot)) > 0) throw stillProcessing('The payment is being checked.')
  const intent = await card.read(reference)
  faultPoint('confirm-read')
  const report = reportOfIntent(intent, { orderId, reference })
  const settlement = await applyReport(ctx, payment.id, { report, source: 'confirm' })
  faultPoint('confirm-settled')
  if (settlement.result === 'refused') throw paymentMismatch()
  if (isPaidStatus(settlement.status)) return { orderId }
  if (intent.status === 'processing') throw stillProcessing('The payment is still processing.')
  throw new ShopError('PAYMENT_REQUIRED', intent.failure?.message ?? 'The card has not been charged.')
}
