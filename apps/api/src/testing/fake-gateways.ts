import type { MpesaRegistration } from '../modules/payments/providers/mpesa/confirmations/register-urls.ts'
import type { MpesaGateway } from '../modules/payments/providers/mpesa/daraja-outcomes.ts'
import type { MpesaReversals } from '../modules/payments/providers/mpesa/reversals.ts'
import type { LedgerLine } from '../modules/payments/providers/provider-ledger.ts'
import type { CardIntent } from '../modules/payments/providers/stripe/card-intent.ts'
import type { CardRefund } from '../modules/payments/providers/stripe/refund-client.ts'
import type { CardGateway } from '../modules/payments/providers/stripe/stripe-client.ts'

/** An M-Pesa that accepts every push and never reports an outcome. */
export function fakeMpesa(): MpesaGateway {
  let pushes = 0
  return {
    isDemo: false,
    payYourself: { kind: 'till', number: '512345' },
    push: async () => {
      const checkoutRequestId = `ws_CO_fake_${++pushes}`
      return {
        kind: 'accepted',
        merchantRequestId: `fake-${pushes}`,
        checkoutRequestId,
        customerMessage: 'Check your phone.',
      }
    },
    query: async () => ({ kind: 'open', message: 'no outcome' }),
  }
}

/** A Daraja that takes every reversal on and never tells how it ended. */
export const fakeReversals = (): MpesaReversals => ({
  operator: 'fake',
  reverse: async () => ({ kind: 'accepted', conversationId: 'AG_fake' }),
  query: async () => 'asked',
})

/** A Daraja that takes on every address for payments by hand. */
export const fakeRegistration = (): MpesaRegistration => ({
  shortcodes: ['174379'],
  register: async () => ({ state: 'registered', message: 'Success' }),
})

/** A card gateway whose intents a test can change as a shopper's card payment would. */
export function fakeCard(): CardGateway & {
  intents: Map<string, CardIntent>
  refunds: Map<string, CardRefund[]>
  balance: LedgerLine[]
} {
  const balance: LedgerLine[] = []
  const refunds = new Map<string, CardRefund[]>()
  let made = 0
  const refundsByKey = new Map<string, CardRefund>()
  const intents = new Map<string, CardIntent>()
  const byKey = new Map<string, CardIntent>()
  return {
    intents,
    refunds,
    balance,
    async *balanceBetween({ from, until }) {
      yield balance.filter(({ occurredAt }) => occurredAt >= from && occurredAt < until)
    },
    async refund({ paymentId, amountCents, refundId, idempotencyKey }) {
      const known = refundsByKey.get(idempotencyKey)
      if (known) return known
      const refund: CardRefund = {
        id: `re_fake_${++made}`,
        status: 'succeeded',
        amountCents,
        refundId,
        failure: undefined,
      }
      refunds.set(paymentId, [...(refunds.get(paymentId) ?? []), refund])
      refundsByKey.set(idempotencyKey, refund)
      return refund
    },
    refundsOf: async (paymentId) => refunds.get(paymentId) ?? [],
    publishableKey: 'pk_test_fake',
    async create({ amountCents, orderId, idempotencyKey }) {
      const known = byKey.get(idempotencyKey)
      if (known) return known
      const id = `pi_fake_${intents.size + 1}`
      const intent: CardIntent = {
        id,
        status: 'requires_payment_method',
        clientSecret: `${id}_secret`,
        currency: 'kes',
        amountCents,
        receivedCents: 0,
        orderId,
        chargeId: undefined,
        refundedCents: 0,
        feeCents: undefined,
        failure: undefined,
      }
      intents.set(id, intent)
      byKey.set(idempotencyKey, intent)
      return intent
    },
    async read(id) {
      const intent = intents.get(id)
      if (!intent) throw new Error(`no intent ${id}`)
      return intent
    },
    async cancel(id) {
      const intent = intents.get(id)
      if (!intent) throw new Error(`no intent ${id}`)
      if (intent.status === 'succeeded' || intent.status === 'processing') return intent
      const canceled: CardIntent = { ...intent, status: 'canceled' }
      intents.set(id, canceled)
      return canceled
    },
    readEvent: () => {
      throw new Error('the fake card gateway sends no events')
    },
  }
}

/** A refund that somebody made in Stripe's dashboard. */
export const dashboardRefund = (id: string, amountCents: number): CardRefund => ({
  id,
  status: 'succeeded',
  amountCents,
  refundId: undefined,
  failure: undefined,
})

/** The intent at Stripe once the shopper's card was charged in full. */
export const charged = (intent: CardIntent): CardIntent => ({
  ...intent,
  status: 'succeeded',
  receivedCents: intent.amountCents,
  chargeId: `ch_${intent.id}`,
})
