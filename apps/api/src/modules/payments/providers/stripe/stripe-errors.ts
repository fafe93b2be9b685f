import { isBrokenCircuitError } from 'cockatiel'
import Stripe from 'stripe'
import { ShopError } from '../../../../shop-error.ts'
import { BREAK_FOR_MS } from '../gateway-breaker.ts'
import type { CardIntent } from './card-intent.ts'

/** What is asked of Stripe. */
export type Call = 'create' | 'read' | 'cancel' | 'balance'

/**
 * Stripe tells nothing of the intent to the shop's present keys: it is another account's, or of the other one of test and live, or the
 * secret key is taken no more. The shop knows as little then as without keys.
 */
export class IntentUnknown extends ShopError {}

/** Stripe would give the same answer to this key for a day: its own failure, or that the key belongs to another request. */
export class KeyUsedUp extends ShopError {}

/** Stripe has refused for certain to make an intent. */
export class IntentRefused extends ShopError {
  readonly stripeCode: string

  constructor(stripeCode: string, cause: Error) {
    super('SERVICE_UNAVAILABLE', 'Cards cannot be accepted at the moment. Please choose another way to pay.', {
      code: 'CARD_REFUSED',
      cause,
    })
    this.stripeCode = stripeCode
  }
}

/** The intent, or null where Stripe does not know it. */
export const unlessUnknown = (intent: Promise<CardIntent>): Promise<CardIntent | null> =>
  intent.catch((error: unknown) => {
    if (error instanceof IntentUnknown) return null
    throw error
  })

/** By which code and status Stripe has refused what the shop as such may do; undefined for everything else. */
export function refusalIn(error: unknown, call: Call): { code: string; status: number } | undefined {
  if (!(error instanceof Stripe.errors.StripeError) || isKeyUsedUp(error)) return undefined
  const { statusCode: status = 0, type } = error
  // The message of a wrong key quotes it, and it has no code.
  const code = error.code ?? (status === 401 ? 'unauthorized' : type)
  if (status === 401) return { code, status }
  return call === 'create' && [400, 402, 403, 404].includes(status) ? { code, status } : undefined
}

/** Stripe's error may hold an intent with its secret, so the log gets an extract; the shopper gets a message. */
export function shopErrorOf(error: unknown, call: Call): unknown {
  const isStripes = error instanceof Stripe.errors.StripeError
  if (!isStripes && !isBrokenCircuitError(error)) return error
  const cause = new Error(isStripes ? extractOf(error) : 'Stripe was not asked: its last calls failed')
  const refusal = call === 'create' ? refusalIn(error, call) : undefined
  if (refusal) return new IntentRefused(refusal.code, cause)
  const message = 'Card payments cannot be reached at the moment. Please try again shortly.'
  const Unavailable = isKeyUsedUp(error) ? KeyUsedUp : isUnknown(error, call) ? IntentUnknown : ShopError
  return new Unavailable('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: BREAK_FOR_MS / 1000, cause })
}

function isKeyUsedUp(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  if (error instanceof Stripe.errors.StripeIdempotencyError) return error.code !== 'idempotency_key_in_use'
  return (error.statusCode ?? 0) >= 500
}

/** A key that is taken no more tells nothing of a charge, either: only who turns to another way to pay ends the intent unseen. */
const isUnknown = (error: unknown, call: Call): boolean =>
  (call === 'cancel' && error instanceof Stripe.errors.StripeAuthenticationError) ||
  (error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.statusCode === 404 &&
    error.code === 'resource_missing')

function extractOf(error: InstanceType<typeof Stripe.errors.StripeError>): string {
  const message = error instanceof Stripe.errors.StripeAuthenticationError ? '' : error.message // which quotes the key
  return [error.type, error.code, error.requestId, message].filter(Boolean).join(' ')
}
