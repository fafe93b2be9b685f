import { centsOf, formatKsh } from '@marashi/domain/rules/money'
import { ShopError } from '../../../../shop-error.ts'
import { cardNotConfigured } from '../../settlement/payment-refusals.ts'
import type { Attempt, PaymentProvider, Started } from '../provider.ts'
import { noColumns } from '../provider-storage.ts'
import { WebhookTooOld } from '../webhook-too-old.ts'
import type { CardIntent } from './card-intent.ts'
import { stripeLedger } from './ledger.ts'
import { readStripeEvent } from './read-event.ts'
import { stripeRefunds } from './refunds.ts'
import { reportOfIntent } from './report-of-intent.ts'
import type { CardGateway } from './stripe-client.ts'
import { IntentRefused, KeyUsedUp, unlessUnknown } from './stripe-errors.ts'
import { stripeEventOperation } from './webhook-operation.ts'

const MIN_WAIT_MS = 60_000
// Stripe takes at most eight digits of cents.
const MOST_SHILLINGS = 999_999
// As long as Stripe itself keeps sending a webhook that was not taken.
const GIVE_UP_AFTER_MS = 72 * 60 * 60_000
const SCRIPT_HOSTS = ['https://js.stripe.com', 'https://*.js.stripe.com']
const PAYABLE = new Set<CardIntent['status']>(['requires_payment_method', 'requires_confirmation', 'requires_action'])

/** The secret by which the card form pays an intent; null where it cannot be paid, or not with this amount. */
export const secretOf = (intent: CardIntent, amountCents: number): string | null =>
  PAYABLE.has(intent.status) && intent.amountCents === amountCents ? intent.clientSecret : null

/** Cards through Stripe: an intent that the shopper's browser pays, signed webhooks, and an answer to every look-up. */
export const stripeProvider: PaymentProvider = {
  method: 'stripe',
  name: 'Stripe',
  cancelEndsOrder: false,
  attempts: {
    firstStatus: 'pending',
    firstLookUpAfterMs: 60_000,
    isReused: true,
    admit(_tx, { env, totalShillings }) {
      const { CARD_MIN_SHILLINGS: least } = env
      if (totalShillings >= least && totalShillings <= MOST_SHILLINGS) return
      const bound = totalShillings < least ? `from ${formatKsh(least)}` : `up to ${formatKsh(MOST_SHILLINGS)}`
      throw new ShopError('BAD_REQUEST', `Cards are accepted ${bound}. Please choose another way to pay.`)
    },
  },
  webhook: {
    path: '/hooks/stripe',
    acknowledgement: { received: true },
    proofHeader: 'stripe-signature',
    source: 'webhook',
    needsLookUp: true,
    operation: stripeEventOperation,
  },
  recovery: {
    everySeconds: 30,
    batch: 10,
    nextInMs: (ageMs) => (ageMs > GIVE_UP_AFTER_MS ? null : Math.max(MIN_WAIT_MS, ageMs)),
    // A form that was left open charges nobody.
    unresolvedNote: (status) => (status === 'processing' ? 'no outcome within three days' : null),
    rateLimit: null,
    unproven: null,
  },
  // From Stripe's own list.
  browserHosts: {
    scripts: [...SCRIPT_HOSTS],
    calls: ['https://api.stripe.com'],
    frames: [...SCRIPT_HOSTS, 'https://hooks.stripe.com'],
  },
  storage: {
    ...noColumns,
    payment: ({ reference, receipt }) => ({ stripe_payment_intent_id: reference, stripe_charge_id: receipt }),
    order: {
      ...noColumns.order,
      accepted: (reference) => ({ stripe_payment_intent_id: reference }),
      isLatestAlone: false,
    },
  },

  withdrawal: {
    stillOpen: 'The card payment is still processing.',
    async withdraw({ gateways }, payment) {
      if (!gateways.card) return 'unknown-to-keys'
      const intent = await unlessUnknown(gateways.card.cancel(payment.reference))
      return intent ? reportOfIntent(intent, payment) : 'unknown-to-keys'
    },
  },
  refunds: stripeRefunds,
  ledger: stripeLedger,
  isConfigured: ({ gateways }) => gateways.card !== null,
  isInterrupted: ({ gateways }) => gateways.card?.isInterrupted?.() ?? false,
  refusal: ({ gateways }) => gateways.card?.refusal?.() ?? null,
  keys: ({ gateways }) => gateways.card?.keys ?? null,
  async start({ gateways }, attempt) {
    if (!gateways.card) throw cardNotConfigured()
    return await createIntent(gateways.card, attempt)
  },
  readWebhook({ gateways }, { headers, body }) {
    const { card } = gateways
    if (!card) throw new ShopError('SERVICE_UNAVAILABLE', 'Card payment is not configured')
    const signature = headers['stripe-signature']
    const { id } = readSigned(() => card.readEvent(body, typeof signature === 'string' ? signature : ''))
    return { eventId: id, body: body.toString('utf8') }
  },
  readEvent: readStripeEvent,
  async lookUp({ gateways }, payment) {
    if (!gateways.card) throw cardNotConfigured()
    return reportOfIntent(await gateways.card.read(payment.reference), payment)
  },
}

async function createIntent(card: CardGateway, attempt: Attempt): Promise<Started> {
  const { orderId, orderNumber, totalShillings, email, number } = attempt
  const amountCents = centsOf(totalShillings)
  // With the attempt's number, so that a crash before the answer finds the same intent again.
  const idempotencyKey = `pi-${orderId}-${amountCents}-${number}`
  try {
    const intent = await card.create({ amountCents, orderId, orderNumber, email, idempotencyKey })
    return { kind: 'accepted', reference: intent.id, forShopper: secretOf(intent, amountCents) }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const { message } = error
    if (error instanceof IntentRefused) return { kind: 'refused', code: error.stripeCode, message, error }
    // Whatever Stripe has made, nobody can pay it: an intent charges nobody until a form confirms it by its secret. The next
    // attempt has a key of its own.
    if (error instanceof KeyUsedUp) return { kind: 'refused', code: 'server-error', message, error }
    return { kind: 'unknown', message, error }
  }
}

function readSigned<Event>(read: () => Event): NonNullable<Event> {
  try {
    const signed = read()
    if (signed) return signed
  } catch (error) {
    if (error instanceof WebhookTooOld) throw error
    // Nothing about a forged event helps its sender.
  }
  throw new ShopError('BAD_REQUEST', 'The signature does not fit.')
}
