import Stripe from 'stripe'

/** A refund as Stripe holds it, in the shop's words. */
export interface CardRefund {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  amountCents: number
  /** Our own id of it; undefined for one that was made in Stripe's dashboard. */
  refundId: string | undefined
  failure: { code: string; reason: string } | undefined
}

export interface CardRefunds {
  /**
   * Gives a part of a payment's money back, of an intent or of a charge by its id; the same key does it once. Throws RefundRefused, or
   * what the SDK throws.
   */
  refund(request: {
    paymentId: string
    amountCents: number
    refundId: string
    idempotencyKey: string
  }): Promise<CardRefund>
  /** All refunds of a payment, oldest first. Throws as `refund`. */
  refundsOf(paymentId: string): Promise<CardRefund[]>
}

/** Stripe has refused for certain: no money went back. */
export class RefundRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Stripe has failed for certain, and would repeat its answer under the same key. */
export class RefundServerError extends Error {}

/** Refunds through Stripe's SDK, which repeats a request that got no answer under the same key. */
export function cardRefunds(stripe: Stripe): CardRefunds {
  return {
    async refund({ paymentId, amountCents, refundId, idempotencyKey }) {
      try {
        const refund = await stripe.refunds.create(
          {
            ...paymentOf(paymentId),
            amount: amountCents,
            // Not `fraudulent`, which would block the customer's card.
            reason: 'requested_by_customer',
            metadata: { refundId },
          },
          { idempotencyKey },
        )
        return present(refund)
      } catch (error) {
        throw refusalIn(error)
      }
    },
    async refundsOf(paymentId) {
      const list = stripe.refunds.list({ ...paymentOf(paymentId), limit: 100 })
      const refunds = await list.autoPagingToArray({ limit: 1_000 }).catch((error: unknown) => {
        throw refusalIn(error)
      })
      return refunds.map(present).toReversed()
    },
  }
}

const paymentOf = (id: string): { payment_intent: string } | { charge: string } =>
  id.startsWith('pi_') ? { payment_intent: id } : { charge: id }

const ALREADY_REFUNDED = 'charge_already_refunded'

function refusalIn(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { code = error.type, statusCode = 0, message } = error
  if (statusCode >= 500) return new RefundServerError(`Stripe answered ${statusCode}`)
  // It may be this very refund whose answer was lost: the list of refunds tells.
  if (code === ALREADY_REFUNDED) return error
  const isFinal = statusCode === 400 || statusCode === 402 || statusCode === 403 || statusCode === 404
  // The message of a wrong key quotes it.
  if (statusCode === 401) return new RefundRefused('unauthorized', 'Stripe does not accept the shop’s key.')
  return isFinal ? new RefundRefused(code, message) : error
}

function present({ id, status, amount, metadata, failure_reason }: Stripe.Refund): CardRefund {
  const isFailed = status === 'failed' || status === 'canceled'
  return {
    id,
    status: status === 'succeeded' ? 'succeeded' : isFailed ? 'failed' : 'pending',
    amountCents: amount,
    refundId: metadata?.refundId,
    failure: isFailed ? { code: failure_reason ?? status, reason: reasonOf(failure_reason) } : undefined,
  }
}

const reasons = new Map([
  ['lost_or_stolen_card', 'The card was reported lost or stolen. Give the money back in another way.'],
  ['expired_or_canceled_card', 'The card has expired. Give the money back in another way.'],
  ['insufficient_funds', 'The shop’s balance at Stripe is too low. Top it up and try again.'],
  ['charge_for_pending_refund_disputed', 'The customer’s bank disputes this payment, so it cannot be refunded.'],
  ['declined', 'The customer’s bank refused the refund. Give the money back in another way.'],
  ['merchant_request', 'The refund was cancelled at Stripe.'],
])

const reasonOf = (code = ''): string =>
  reasons.get(code) ?? 'Stripe could not give the money back. It is in the shop’s balance again.'
