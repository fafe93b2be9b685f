import type Stripe from 'stripe'

/** A card payment as Stripe holds it, in the shop's words. */
export interface CardIntent {
  id: string
  status: Stripe.PaymentIntent.Status
  clientSecret: string | null
  currency: string
  amountCents: number
  receivedCents: number
  orderId: string | undefined
  chargeId: string | undefined
  refundedCents: number
  /** Stripe's fee in cents of KES; undefined until Stripe has booked the charge. */
  feeCents: number | undefined
  failure: { code: string; message: string } | undefined
}

export function cardIntentOf(intent: Stripe.PaymentIntent): CardIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const failure = intent.last_payment_error
  return {
    id: intent.id,
    status: intent.status,
    clientSecret: intent.client_secret,
    currency: intent.currency,
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    orderId: intent.metadata.orderId,
    chargeId: charge?.id ?? (typeof intent.latest_charge === 'string' ? intent.latest_charge : undefined),
    refundedCents: charge?.amount_refunded ?? 0,
    feeCents: feeOf(charge),
    failure: failure
      ? {
          code: failure.decline_code ?? failure.code ?? failure.type,
          message: failure.message ?? 'The card was declined.',
        }
      : undefined,
  }
}

/** Fees are booked in the account's own currency; amount × rate = booked amount, so the fee is divided by the rate. */
function feeOf(charge: Stripe.Charge | null): number | undefined {
  const booked = charge?.balance_transaction
  if (typeof booked !== 'object' || booked === null) return undefined
  return booked.currency === 'kes' ? booked.fee : Math.round(booked.fee / (booked.exchange_rate ?? 1))
}
