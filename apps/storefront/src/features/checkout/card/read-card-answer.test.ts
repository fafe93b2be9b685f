import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import { readCardAnswer } from './read-card-answer.ts'

const secret = 'pi_1_secret_2'
const intentThat = (status: PaymentIntent.Status) => ({ id: 'pi_1', status }) as PaymentIntent
const error = (change: Partial<StripeError>) =>
  ({ error: { message: 'Your card was declined.', ...change } as StripeError }) as const

describe('a card payment that Stripe answers', () => {
  it.each([
    ['a declined card', error({ type: 'card_error', payment_intent: intentThat('requires_payment_method') })],
    ['an incomplete form', error({ type: 'validation_error' })],
  ])('was not made: %s', (_what, answer) => {
    expect(readCardAnswer(answer, secret)).toEqual({ kind: 'refused', text: 'Your card was declined.' })
  })

  it.each([
    ['it succeeded', { paymentIntent: intentThat('succeeded') }],
    ['it is processing', { paymentIntent: intentThat('processing') }],
    ['the connection broke', error({ type: 'api_connection_error' })],
    ['Stripe failed', error({ type: 'api_error' })],
    ['too many requests', error({ type: 'rate_limit_error' })],
    ['it was paid before', error({ type: 'invalid_request_error', payment_intent: intentThat('succeeded') })],
    ['a charge is under way', error({ type: 'card_error', payment_intent: intentThat('processing') })],
    ['the bank has not answered', error({ type: 'card_error', payment_intent: intentThat('requires_action') })],
    ['a decline without its intent', error({ type: 'card_error' })],
    ['nothing came back', undefined],
  ])('may have been made, so the shop checks it: %s', (_what, answer) => {
    expect(readCardAnswer(answer, secret)).toEqual({ kind: 'check', intentId: 'pi_1' })
  })
})
