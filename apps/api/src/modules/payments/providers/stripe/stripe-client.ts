import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { gatewayBreaker } from '../gateway-breaker.ts'
import type { ProviderRefusal } from '../provider.ts'
import { WebhookTooOld } from '../webhook-too-old.ts'
import { type CardBalance, cardBalance } from './balance-client.ts'
import { type CardIntent, cardIntentOf } from './card-intent.ts'
import { noteRefusals } from './note-refusals.ts'
import { type CardRefunds, cardRefunds } from './refund-client.ts'
import { type Call, refusalIn, shopErrorOf } from './stripe-errors.ts'

// Three tries with the library's pauses between them take at most 22.5 seconds.
const TIME_LIMIT_MS = 7_000
// With what is asked when a call is refused: less than the 25 seconds that a request has for it (http/time-limits.ts).
const CALL_LIMIT_MS = 24_000

// The library's word for it.
const ANY_AGE = 0

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
  /** What it refuses the shop, and has since the last such call that worked. */
  refusal?: () => ProviderRefusal | null
  /** Stands for the key that it is asked with. */
  keys?: string
  /**
   * Makes an intent; the same key makes it once, however often it is asked for. Throws KeyUsedUp where this key brings
   * none any more, IntentRefused where Stripe makes none for this order.
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
  /**
   * The event behind a webhook's raw body. Throws for a signature that is missing or wrong, and WebhookTooOld for one that the shop's
   * clock shows to be older than five minutes.
   */
  readEvent(rawBody: Buffer, signature: string): Stripe.Event
}

/**
 * Stripe through its own SDK, behind a breaker: declined cards are answers, silence is not. All calls throw
 * SERVICE_UNAVAILABLE when Stripe refuses or does not answer; that it refuses the shop is noted.
 */
export function stripeGateway(settings: StripeSettings, clock: () => Date): CardGateway {
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.apiUrl),
    maxNetworkRetries: 2,
    timeout: TIME_LIMIT_MS,
    telemetry: false,
  })
  const breaker = gatewayBreaker((error) => {
    const isFailure =
      error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError
    return isFailure ? 'failure' : 'answer'
  })
  const refusals = noteRefusals(clock)
  const ask = async <Answer>(kind: Call, payment: string, call: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await breaker(payment, () => inTime(call()))
      refusals.worked(kind)
      return answer
    } catch (error) {
      const refusal = refusalIn(error, kind)
      if (refusal) refusals.refused(kind, payment, refusal)
      throw shopErrorOf(error, kind)
    }
  }
  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })
  return {
    ...cardRefunds(stripe),
    ...cardBalance(stripe, (call) => ask('balance', 'balance', call)),
    publishableKey: settings.publishableKey,
    isInterrupted: () => breaker.isOpen(),
    refusal: () => refusals.lasting(),
    keys: createHash('sha256').update(settings.secretKey).digest('hex'),
    async create({ amountCents, orderId, orderNumber, email, idempotencyKey }) {
      const asked: Stripe.PaymentIntentCreateParams = {
        amount: amountCents,
        currency: 'kes',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { orderId, orderNumber },
      }
      const make = (receipt: Pick<Stripe.PaymentIntentCreateParams, 'receipt_email'>, key: string) =>
        stripe.paymentIntents.create({ ...asked, ...receipt }, { idempotencyKey: key })
      return cardIntentOf(
        await ask('create', orderId, () =>
          make(email ? { receipt_email: email } : {}, idempotencyKey).catch((error) => {
            // Its receipt is no reason not to take the money. A key goes with the same parameters alone.
            if (isUnfitEmail(error)) return make({}, `${idempotencyKey}-no-receipt`)
            throw error
          }),
        ),
      )
    },
    read: async (id) => cardIntentOf(await ask('read', id, () => retrieve(id))),
    cancel: async (id) =>
      cardIntentOf(
        await ask('cancel', id, () =>
          stripe.paymentIntents.cancel(id).catch((error) => {
            if (isUnexpectedState(error)) return retrieve(id)
            throw error
          }),
        ),
      ),
    readEvent(rawBody, signature) {
      const { webhooks } = stripe
      const read = (toleranceSeconds?: number) =>
        webhooks.constructEvent(
          rawBody,
          signature,
          settings.webhookSecret,
          toleranceSeconds,
          undefined,
          clock().getTime(),
        )
      try {
        return read()
      } catch (error) {
        // The library throws the same for both; what is right at any age is only too old.
        if (isRead(() => read(ANY_AGE))) throw new WebhookTooOld()
        throw error
      }
    },
  }
}

/** What the call answers; silence where it takes too long. An intent that is still made is found again by its key. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    const error = new Stripe.errors.StripeConnectionError({ message: 'no answer in time', type: 'api_error' })
    timer = setTimeout(() => reject(error), CALL_LIMIT_MS)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

const isUnexpectedState = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'

const isUnfitEmail = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'email_invalid'

export function addressOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'http:' ? 'http' : 'https',
  }
}
