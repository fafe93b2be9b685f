import type Stripe from 'stripe'
import { stripeId, token } from '../core/random-id.ts'
import type { IntentRequest } from './intent-request.ts'

/** A payment intent as this store keeps it: other objects by id only. */
export type Intent = Stripe.PaymentIntent & { latest_charge: string | null; client_secret: string }

/** An intent that nobody has paid yet. `atSeconds` counts from 1970. */
export function newIntent(request: IntentRequest, atSeconds: number): Intent {
  const id = stripeId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: request.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: request.automatic_payment_methods ?? null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${token(25)}`,
    confirmation_method: 'automatic',
    created: atSeconds,
    currency: request.currency,
    customer: null,
    customer_account: null,
    description: request.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...request.metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: request.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: request.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
