import type { CreatePaymentIntent } from '@marashi/domain/contracts/payments'
import { centsOf } from '@marashi/domain/rules/money'
import type { Context } from '../../../../http/context.ts'
import { openAttempts } from '../../attempts/end-attempts.ts'
import { endUnknownAttempt } from '../../attempts/end-unknown-attempt.ts'
import { openAttempt } from '../../attempts/open-attempt.ts'
import { startAttempt } from '../../attempts/start-attempt.ts'
import { applyReport } from '../../settlement/apply-report.ts'
import { cardNotConfigured, orderPaid, paymentMismatch, stillProcessing } from '../../settlement/payment-refusals.ts'
import type { CardIntent } from './card-intent.ts'
import { secretOf, stripeProvider } from './provider.ts'
import { reportOfIntent } from './report-of-intent.ts'
import type { CardGateway } from './stripe-client.ts'
import { unlessUnknown } from './stripe-errors.ts'

const BEING_PAID = 'This order is already being paid by card.'

/**
 * The card form's secret for an order: one intent per order, used again while it can be paid. The amount is the order's own
 * total, whatever the client says.
 *
 * Throws SERVICE_UNAVAILABLE without configuration and where Stripe refuses (CARD_REFUSED), NOT_FOUND, CONFLICT for an order that is paid, cancelled or free,
 * BAD_REQUEST below the smallest card payment.
 */
export async function createPaymentIntent(
  ctx: Context,
  { orderId }: CreatePaymentIntent,
): Promise<{ clientSecret: string }> {
  const { card } = ctx.gateways
  if (!card) throw cardNotConfigured()
  // Before the order may be refused as outdated or sold out: whoever has paid it must not be told to order again.
  const intent = await applyOpenIntent(ctx, card, orderId)
  const attempt = await openAttempt(ctx, stripeProvider, { orderId, payer: null })
  if (attempt === 'paid') throw orderPaid()
  if (attempt.reference === null) {
    const clientSecret = await startAttempt(ctx, stripeProvider, attempt)
    return clientSecret === null ? await createPaymentIntent(ctx, { orderId }) : { clientSecret }
  }
  // Another request has made it meanwhile.
  if (attempt.reference !== intent?.id) return await createPaymentIntent(ctx, { orderId })
  const clientSecret = secretOf(intent, centsOf(attempt.totalShillings))
  if (clientSecret === null) throw stillProcessing(BEING_PAID)
  return { clientSecret }
}

/**
 * Applies what Stripe says of the intent of an order's open attempt, and answers the intent; null where there is none, or where it
 * can be paid no more. Throws CONFLICT while Stripe charges it, and where it is not the order's.
 */
async function applyOpenIntent(ctx: Context, card: CardGateway, orderId: string): Promise<CardIntent | null> {
  const open = (await openAttempts(ctx, stripeProvider, orderId)).at(-1)
  if (!open?.reference) return null
  const { id, reference } = open
  const intent = await unlessUnknown(card.read(reference))
  if (!intent) {
    await endUnknownAttempt(ctx, id)
    return null
  }
  const report = reportOfIntent(intent, { orderId, reference })
  const settlement = await applyReport(ctx, id, { report, source: 'confirm' })
  if (report.kind === 'outcome' && report.outcome.kind === 'cancelled') return null
  if (settlement.result === 'refused') throw paymentMismatch()
  if (intent.status === 'processing') throw stillProcessing(BEING_PAID)
  return intent
}
