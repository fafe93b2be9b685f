import type Stripe from 'stripe'
import { stripeId } from '../core/random-id.ts'
import type { Decline } from './cards.ts'
import type { Intent } from './new-intent.ts'
import type { StripeSettings } from './settings.ts'

/** A charge as this store keeps it. */
export type StoredCharge = Stripe.Charge & { balance_transaction: string | null; payment_intent: string }

interface ChargeFacts {
  atSeconds: number
  /** Set when the bank refused. */
  decline?: Decline | undefined
}

/** One try to take the money of an intent. Its balance transaction is not known yet. */
export function newCharge(intent: Intent, { atSeconds, decline }: ChargeFacts): StoredCharge {
  const isPaid = decline === undefined
  return {
    id: stripeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: isPaid,
    created: atSeconds,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: intent.payment_method as string | null,
    payment_method_details: null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

/** What a charge leaves on the account: the amount in the account's currency, less the fee. */
export function newBalance(
  charge: StoredCharge,
  settlement: StripeSettings['settlement'],
  atSeconds: number,
): Stripe.BalanceTransaction {
  const isSameCurrency = settlement.currency === charge.currency
  const amount = isSameCurrency ? charge.amount : Math.round(charge.amount * settlement.exchangeRate)
  const fee = Math.round(amount * settlement.feeFraction) + settlement.fixedFeeCents
  const { currency } = settlement
  return {
    id: stripeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: atSeconds + 7 * 86_400,
    balance_type: 'payments',
    created: atSeconds,
    currency,
    description: charge.description,
    exchange_rate: isSameCurrency ? null : settlement.exchangeRate,
    fee,
    fee_details: [
      { amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' },
    ],
    net: amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'pending',
    type: 'charge',
  }
}
