import { cardNotConfigured } from '../../settlement/payment-refusals.ts'
import type { ProviderLedger } from '../provider-ledger.ts'

/** Stripe's balance transactions: see docs/gateways/stripe.md#daily-check. */
export const stripeLedger: ProviderLedger = {
  source: 'balance',
  hasRefunds: true,
  reachesBackMs: null,
  // A line has an id of its own; the intent names its charge.
  receiptOf: ({ reference, relatedReference }) => relatedReference ?? reference,
  unavailable: ({ gateways }) => (gateways.card ? null : 'Card payments are not configured.'),
  between({ gateways }, period) {
    if (!gateways.card) throw cardNotConfigured()
    return gateways.card.balanceBetween(period)
  },
}
