import { type Answer, Refusal } from '../core/answer.ts'
import type { Intent } from './new-intent.ts'

/** The parts of Stripe's error object that a library reads. */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  payment_intent?: unknown
  charge?: string
}

export function stripeError(status: number, error: StripeErrorBody): Answer {
  return { status, body: { error } }
}

/** To be thrown by work that Stripe declines because of what was asked. */
export function invalid(message: string, { status = 400, ...details }: InvalidDetails = {}): Refusal {
  return new Refusal(stripeError(status, { type: 'invalid_request_error', message, ...details }))
}

interface InvalidDetails {
  status?: number
  code?: string
  param?: string
  payment_intent?: unknown
}

/** What Stripe says when only a status is asked for. */
export function stripeStatus(status: number): Answer {
  if (status === 429) {
    const message =
      'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.'
    return stripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message })
  }
  return stripeError(status, { type: 'api_error', message: 'An unknown error occurred' })
}

/** Passes an intent on, or throws the card error (HTTP 402) when its last card was refused. */
export function unlessRefused(intent: Intent): Intent {
  const refused = intent.status === 'requires_payment_method' ? intent.last_payment_error : null
  if (!refused) return intent
  const { code = 'card_declined', decline_code = '', message = '', charge = '' } = refused
  throw new Refusal(
    stripeError(402, { type: 'card_error', code, decline_code, message, charge, payment_intent: intent }),
  )
}
