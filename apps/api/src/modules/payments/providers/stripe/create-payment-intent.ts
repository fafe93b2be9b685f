import type { CreatePaymentIntent } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../../http/context.ts'
import { endUnknownAttempt } from '../../attempts/end-unknown-attempt.ts'
import { openAttempt } from '../../attempts/open-attempt.ts'
import { startAttempt } from '../../attempts/start-attempt.ts'
import { applyReport } from '../../settlement/apply-report.ts'
import { cardNotConfigured, orderPaid, paymentMismatch, stillProcessing } from '../../settlement/payment-refusals.ts'
import { centsToPay, secretOf, stripeProvider } from './provider.ts'
import { reportOfIntent } from './report-of-intent.ts'
import { unlessUnknown } from './stripe-client.ts'

/**
 * The card form's secret for an order: one intent per order, used again while it can be paid. The amount is the order's own
 * total, whatever the client says.
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
  const attempt = await openAttempt(ctx, stripeProvider, { orderId, payer: null })
  if (attempt === 'paid') throw orderPaid()
  if (attempt.reference === null) {
    const clientSecret = await startAttempt(ctx, stripeProvider, attempt)
    return clientSecret === null ? await createPaymentIntent(ctx, { orderId }) : { clientSecret }
  }
  const intent = await unlessUnknown(card.read(attempt.reference))
  if (!intent) {
    await endUnknownAttempt(ctx, attempt.paymentId)
    return await createPaymentIntent(ctx, { orderId })
  }
  const clientSecret = secretOf(intent, centsToPay(attempt))
  if (clientSecret) return { clientSecret }
  const report = reportOfIntent(intent, attempt)
  const settlement = await applyReport(ctx, attempt.paymentId, { report, source: 'confirm' })
  if (intent.status === 'canceled') return await createPaymentIntent(ctx, { orderId })
  if (settlement.result === 'refused') throw paymentMismatch()
  throw settlement.status === 'completed' ? orderPaid() : stillProcessing('This order is already being paid by card.')
}
