import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js'

/** What to do after Stripe's answer to a payment. */
export type CardAnswer =
  /** Certainly no card was charged. */
  | { kind: 'refused'; text: string }
  /** The card was or may have been charged: the shop must check the intent at Stripe. */
  | { kind: 'check'; intentId: string }

/** Statuses in which nothing is charged and no charge is in progress. */
const unpaid: ReadonlySet<PaymentIntent.Status> = new Set(['requires_payment_method', 'requires_confirmation'])

/**
 * Only two answers are refusals: Stripe found the form incomplete and sent nothing, or its error holds an intent that
 * is still to be paid. After every other one, and after none (`undefined`), the card may have been charged. See
 * docs/behaviour.md#card-payments.
 */
export function readCardAnswer(answer: PaymentIntentResult | undefined, clientSecret: string): CardAnswer {
  const error = answer?.error
  const intent = answer?.paymentIntent ?? error?.payment_intent
  if (error && isRefusal(error)) return { kind: 'refused', text: error.message ?? '' }
  return { kind: 'check', intentId: intent?.id ?? intentIdOf(clientSecret) }
}

function isRefusal({ type, payment_intent: intent }: StripeError): boolean {
  return type === 'validation_error' || (intent !== undefined && unpaid.has(intent.status))
}

/** A client secret begins with the id of its intent. */
export const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret')[0] ?? ''
