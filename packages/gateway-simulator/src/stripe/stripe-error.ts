import { type Answer, Refusal } from '../core/answer.ts'

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

/** Stripe's own error for a status. */
export function stripeStatus(status: number): Answer {
  if (status === 429) {
    const message =
      'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.'
    return stripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message })
  }
  return stripeError(status, { type: 'api_error', message: 'An unknown error occurred' })
}
