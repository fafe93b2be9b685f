/** How Stripe describes a refused card: its code, the bank's reason, and the message for the customer. */
export interface Decline {
  code: string
  declineCode: string
  message: string
}

const declines = {
  generic_decline: ['card_declined', 'Your card was declined.'],
  insufficient_funds: ['card_declined', 'Your card has insufficient funds.'],
  lost_card: ['card_declined', 'Your card was declined.'],
  stolen_card: ['card_declined', 'Your card was declined.'],
  expired_card: ['expired_card', 'Your card has expired.'],
  incorrect_cvc: ['incorrect_cvc', "Your card's security code is incorrect."],
  processing_error: ['processing_error', 'An error occurred while processing your card. Try again in a little bit.'],
  authentication_failed: [
    'payment_intent_authentication_failure',
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  ],
} as const satisfies Record<string, readonly [code: string, message: string]>

export type DeclineCode = keyof typeof declines
export const declineCodes = Object.keys(declines) as [DeclineCode, ...DeclineCode[]]

export function describeDecline(declineCode: DeclineCode): Decline {
  const [code, message] = declines[declineCode]
  return { code, declineCode, message }
}

/** The outcome of an attempt to pay. A challenge is the bank's own question to its customer (3-D Secure). */
export type CardOutcome =
  | { outcome: 'succeeded' }
  | { outcome: 'processing' }
  | { outcome: 'requires_action' }
  | { outcome: 'declined'; declineCode: DeclineCode }

/** Stripe's public test numbers (docs.stripe.com/testing). Any other number is paid. */
const testCards = new Map<string, CardOutcome>(
  Object.entries({
    '4000000000000002': { outcome: 'declined', declineCode: 'generic_decline' },
    '4000000000009995': { outcome: 'declined', declineCode: 'insufficient_funds' },
    '4000000000009987': { outcome: 'declined', declineCode: 'lost_card' },
    '4000000000009979': { outcome: 'declined', declineCode: 'stolen_card' },
    '4000000000000069': { outcome: 'declined', declineCode: 'expired_card' },
    '4000000000000127': { outcome: 'declined', declineCode: 'incorrect_cvc' },
    '4000000000000119': { outcome: 'declined', declineCode: 'processing_error' },
    '4000002500003155': { outcome: 'requires_action' },
    '4000000000003220': { outcome: 'requires_action' },
  }),
)

export function outcomeOfCard(number: string): CardOutcome {
  return testCards.get(number.replace(/\D/g, '')) ?? { outcome: 'succeeded' }
}

/** The same for the names that stand for test cards in calls to the API, as far as they are of use here. */
export function outcomeOfPaymentMethod(name: string): CardOutcome {
  return testMethods.get(name) ?? { outcome: 'succeeded' }
}

const testMethods = new Map<string, CardOutcome>(
  Object.entries({
    pm_card_chargeDeclined: { outcome: 'declined', declineCode: 'generic_decline' },
    pm_card_chargeDeclinedInsufficientFunds: { outcome: 'declined', declineCode: 'insufficient_funds' },
    pm_card_chargeDeclinedExpiredCard: { outcome: 'declined', declineCode: 'expired_card' },
    pm_card_authenticationRequired: { outcome: 'requires_action' },
  }),
)
