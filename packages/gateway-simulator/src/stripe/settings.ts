/** What a merchant has from Stripe, and how the stand-in's account is set up. */
export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Where signed events go; unset: nowhere, until one is given. */
  webhookUrl?: string | undefined
  /** Accounts of Kenyan shops usually settle in another currency than they charge, see docs/gateways/stripe.md#kenya. */
  settlement: { currency: string; exchangeRate: number; feeFraction: number; fixedFeeCents: number }
  /** How long after a payment its balance transaction, and with it the fee, becomes known. */
  balanceAfterMs: number
  webhookTimeoutMs: number
  /** Waits before each further try of an event that the shop did not take. */
  webhookRetriesMs: readonly number[]
}

type Required = 'secretKey' | 'webhookSecret'

/** What must be given, and what has a usual value. */
export type StripeOptions = Pick<StripeSettings, Required> & Partial<Omit<StripeSettings, Required>>

const HOUR_MS = 3_600_000

export function stripeSettings(options: StripeOptions): StripeSettings {
  return {
    settlement: { currency: 'usd', exchangeRate: 0.0077, feeFraction: 0.029, fixedFeeCents: 30 },
    balanceAfterMs: 1_000,
    webhookTimeoutMs: 10_000,
    // Stripe tries for three days; the first tries come soon enough for a test to see them.
    webhookRetriesMs: [1_000, 5_000, 30_000, 300_000, HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS],
    ...options,
  }
}
