import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js'

/** What Stripe's answer to a payment leaves to do. */
export type CardAnswer =
  /** It is certain that no card was charged. */
  | { kind: 'refused'; text: string }
  /** The card was, or may have been, charged: the shop must look at Stripe's books. */
  | { kind: 'look'; intentId: string }

/** States in which Stripe itself says that nothing is charged and nothing is under way. */
const unpaid: ReadonlySet<PaymentIntent.Status> = new Set(['requires_payment_method', 'requires_confirmation'])

/**
 * Only two answers are a no: Stripe found the form incomplete and sent nothing, or its error holds the intent, still to be
 * paid. Every other one, silence included (`undefined`), leaves open whether the card was charged.
 */
export function readCardAnswer(answer: PaymentIntentResult | undefined, clientSecret: string): CardAnswer {
  const error = answer?.error
  const intent = answer?.paymentIntent ?? error?.payment_intent
  if (error && isRefusal(error)) return { kind: 'refused', text: error.message ?? '' }
  return { kind: 'look', intentId: intent?.id ?? intentIdOf(clientSecret) }
}

function isRefusal({ type, payment_intent: intent }: StripeError): boolean {
  return type === 'validation_error' || (intent !== undefined && unpaid.has(intent.status))
}

/** A client secret begins with the id of its intent. */
export const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret')[0] ?? ''
