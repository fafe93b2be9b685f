import type { PaymentReport } from '../provider-reports.ts'
import type { CardIntent } from './card-intent.ts'

/**
 * What an intent, as Stripe holds it now, says of a payment. It must be the payment's own, for its order and in KES. What is
 * kept of it never holds the secret that could pay it.
 */
export function reportOfIntent(
  intent: CardIntent,
  payment: { orderId: string; reference: string | null },
): PaymentReport {
  if (payment.reference !== intent.id || payment.orderId !== intent.orderId || intent.currency !== 'kes') {
    const { id: intentId, orderId = null, currency } = intent
    return { kind: 'mismatch', details: { intentId, orderId, currency } }
  }
  const { clientSecret: _secret, ...payload } = intent
  if (intent.status === 'canceled') {
    const reason = 'The card payment was cancelled.'
    return { kind: 'outcome', outcome: { payload, kind: 'cancelled', code: 'canceled', reason } }
  }
  if (intent.status !== 'succeeded') {
    const status = intent.status === 'processing' ? 'processing' : 'pending'
    return { kind: 'open', progress: { status, failure: intent.failure } }
  }
  return {
    kind: 'outcome',
    outcome: {
      payload,
      kind: 'succeeded',
      amountShillings: intent.receivedCents / 100,
      ...(intent.chargeId !== undefined && { receipt: intent.chargeId }),
    },
    feeCents: intent.feeCents ?? null,
    hasRefunds: intent.refundedCents > 0,
  }
}
