import { isBrokenCircuitError } from 'cockatiel'
import Stripe from 'stripe'
import { ShopError } from '../../../../shop-error.ts'
import { BREAK_FOR_MS, gatewayBreaker } from '../gateway-breaker.ts'
import { type CardBalance, cardBalance } from './balance-client.ts'
import { type CardIntent, cardIntentOf } from './card-intent.ts'
import { type CardRefunds, cardRefunds } from './refund-client.ts'

const TIME_LIMIT_MS = 10_000

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address than Stripe's own: the simulator's. */
  apiUrl: string | undefined
}

export interface CardGateway extends CardRefunds, CardBalance {
  publishableKey: string
  /** Whether it is not asked at present, because it did not answer. */
  isInterrupted?: () => boolean
  /**
   * Makes an intent; the same key makes it once, however often it is asked for. Throws KeyUsedUp where this key brings
   * none any more.
   */
  create(request: {
    amountCents: number
    orderId: string
    orderNumber: string
    email: string | null
    idempotencyKey: string
  }): Promise<CardIntent>
  /** Reads an intent as it is now. Throws IntentUnknown, as `cancel` does. */
  read(id: string): Promise<CardIntent>
  /** Ends an intent, so that no card can be charged by it any more; one that Stripe is charging or has charged stays as it is. */
  cancel(id: string): Promise<CardIntent>
  /** The event behind a webhook's raw body. Throws for a signature that is missing, wrong or older than five minutes. */
  readEvent(rawBody: Buffer, signature: string): Stripe.Event
}

/**
 * Stripe through its own SDK, behind a breaker: declined cards are answers, silence is not. Both calls throw
 * SERVICE_UNAVAILABLE when Stripe refuses or does not answer.
 */
export function stripeGateway(settings: StripeSettings): CardGateway {
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.apiUrl),
    maxNetworkRetries: 2,
    timeout: TIME_LIMIT_MS,
    telemetry: false,
  })
  const breaker = gatewayBreaker(
    (error) => error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError,
  )
  const ask = async <Answer>(payment: string, call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await breaker(payment, call)
    } catch (error) {
      throw unavailable(error)
    }
  }
  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })
  return {
    ...cardRefunds(stripe),
    ...cardBalance(stripe, (call) => ask('balance', call)),
    publishableKey: settings.publishableKey,
    isInterrupted: () => breaker.isOpen(),
    async create({ amountCents, orderId, orderNumber, email, idempotencyKey }) {
      const asked: Stripe.PaymentIntentCreateParams = {
        amount: amountCents,
        currency: 'kes',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        ...(email && { receipt_email: email }),
        metadata: { orderId, orderNumber },
      }
      return cardIntentOf(await ask(orderId, () => stripe.paymentIntents.create(asked, { idempotencyKey })))
    },
    read: async (id) => cardIntentOf(await ask(id, () => retrieve(id))),
    cancel: async (id) =>
      cardIntentOf(
        await ask(id, () =>
          stripe.paymentIntents.cancel(id).catch((error) => {
            if (isUnexpectedState(error)) return retrieve(id)
            throw error
          }),
        ),
      ),
    readEvent: (rawBody, signature) => stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret),
  }
}

const isUnexpectedState = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'

/** Stripe knows no such intent by the shop's present keys: it is another account's, or of the other one of test and live. */
export class IntentUnknown extends ShopError {}

/** The intent, or null where Stripe does not know it. */
export const unlessUnknown = (intent: Promise<CardIntent>): Promise<CardIntent | null> =>
  intent.catch((error: unknown) => {
    if (error instanceof IntentUnknown) return null
    throw error
  })

const isUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.statusCode === 404 &&
  error.code === 'resource_missing'

/** Stripe would give the same answer to this key for a day: its own failure, or that the key belongs to another request. */
export class KeyUsedUp extends ShopError {}

function isKeyUsedUp(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  if (error instanceof Stripe.errors.StripeIdempotencyError) return error.code !== 'idempotency_key_in_use'
  return (error.statusCode ?? 0) >= 500
}

/** Stripe's error may hold an intent with its secret, so the log gets an extract; the shopper gets a message. */
function unavailable(error: unknown): unknown {
  const isStripes = error instanceof Stripe.errors.StripeError
  if (!isStripes && !isBrokenCircuitError(error)) return error
  const cause = new Error(isStripes ? extractOf(error) : 'Stripe was not asked: its last calls failed')
  const message = 'Card payments cannot be reached at the moment. Please try again shortly.'
  const Unavailable = isKeyUsedUp(error) ? KeyUsedUp : isUnknown(error) ? IntentUnknown : ShopError
  return new Unavailable('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: BREAK_FOR_MS / 1000, cause })
}

function extractOf(error: InstanceType<typeof Stripe.errors.StripeError>): string {
  const message = error instanceof Stripe.errors.StripeAuthenticationError ? '' : error.message // which quotes the key
  return [error.type, error.code, error.requestId, message].filter(Boolean).join(' ')
}

export function addressOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'http:' ? 'http' : 'https',
  }
}
