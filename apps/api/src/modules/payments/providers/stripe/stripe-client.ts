import { ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import Stripe from 'stripe'
import { ShopError } from '../../../../shop-error.ts'
import { type CardBalance, cardBalance } from './balance-client.ts'
import { type CardRefunds, cardRefunds } from './refund-client.ts'

const TIME_LIMIT_MS = 10_000
const BREAK_AFTER_FAILURES = 5
const BREAK_FOR_MS = 20_000

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address than Stripe's own: the simulator's. */
  apiUrl: string | undefined
}

/** A card payment as Stripe holds it, in the shop's words. */
export interface CardIntent {
  id: string
  status: Stripe.PaymentIntent.Status
  clientSecret: string | null
  currency: string
  amountCents: number
  receivedCents: number
  orderId: string | undefined
  chargeId: string | undefined
  refundedCents: number
  /** Stripe's fee in cents of KES; undefined until Stripe has booked the charge. */
  feeCents: number | undefined
  failure: { code: string; message: string } | undefined
}

export interface CardGateway extends CardRefunds, CardBalance {
  publishableKey: string
  /** Makes an intent; the same key makes it once, however often it is asked for. */
  create(request: {
    amountCents: number
    orderId: string
    orderNumber: string
    email: string | null
    idempotencyKey: string
  }): Promise<CardIntent>
  /** Reads an intent as it is now. */
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
  const breaker = circuitBreaker(
    handleWhen(
      (error) => error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError,
    ),
    { halfOpenAfter: BREAK_FOR_MS, breaker: new ConsecutiveBreaker(BREAK_AFTER_FAILURES) },
  )
  const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await breaker.execute(call)
    } catch (error) {
      throw unavailable(error)
    }
  }
  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })
  return {
    ...cardRefunds(stripe),
    ...cardBalance(stripe, ask),
    publishableKey: settings.publishableKey,
    async create({ amountCents, orderId, orderNumber, email, idempotencyKey }) {
      const intent = await ask(() =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'kes',
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            ...(email && { receipt_email: email }),
            metadata: { orderId, orderNumber },
          },
          { idempotencyKey },
        ),
      )
      return present(intent)
    },
    read: async (id) => present(await ask(() => retrieve(id))),
    cancel: async (id) =>
      present(
        await ask(() =>
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

/** Stripe's error may hold an intent with its secret, so the log gets an extract; the shopper gets a message. */
function unavailable(error: unknown): unknown {
  const isStripes = error instanceof Stripe.errors.StripeError
  if (!isStripes && !isBrokenCircuitError(error)) return error
  const cause = new Error(isStripes ? extractOf(error) : 'Stripe was not asked: its last calls failed')
  const message = 'Card payments cannot be reached at the moment. Please try again shortly.'
  return new ShopError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: BREAK_FOR_MS / 1000, cause })
}

function extractOf(error: InstanceType<typeof Stripe.errors.StripeError>): string {
  const message = error instanceof Stripe.errors.StripeAuthenticationError ? '' : error.message // which quotes the key
  return [error.type, error.code, error.requestId, message].filter(Boolean).join(' ')
}

function addressOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'http:' ? 'http' : 'https',
  }
}

function present(intent: Stripe.PaymentIntent): CardIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const failure = intent.last_payment_error
  return {
    id: intent.id,
    status: intent.status,
    clientSecret: intent.client_secret,
    currency: intent.currency,
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    orderId: intent.metadata.orderId,
    chargeId: charge?.id ?? (typeof intent.latest_charge === 'string' ? intent.latest_charge : undefined),
    refundedCents: charge?.amount_refunded ?? 0,
    feeCents: feeOf(charge),
    failure: failure
      ? {
          code: failure.decline_code ?? failure.code ?? failure.type,
          message: failure.message ?? 'The card was declined.',
        }
      : undefined,
  }
}

/** Fees are booked in the account's own currency; amount × rate = booked amount, so the fee is divided by the rate. */
function feeOf(charge: Stripe.Charge | null): number | undefined {
  const booked = charge?.balance_transaction
  if (typeof booked !== 'object' || booked === null) return undefined
  return booked.currency === 'kes' ? booked.fee : Math.round(booked.fee / (booked.exchange_rate ?? 1))
}
