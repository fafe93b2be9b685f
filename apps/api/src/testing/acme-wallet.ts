import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { z } from 'zod'
import { noHosts, type PaymentProvider } from '../modules/payments/providers/provider.ts'
import { noColumns } from '../modules/payments/providers/provider-storage.ts'
import { ShopError } from '../shop-error.ts'

/** A payment in the wallet; a test changes it as its customer would. */
interface AcmePayment {
  orderId: string
  paidShillings: number | null
  receipt: string
  isCancelled: boolean
}

/** A refund at the wallet, under the shop's own id. */
export interface AcmeRefund {
  reference: string
  amountShillings: number
  isDone: boolean
}

const KEY = 'acme-webhook-key'

/** An invented payment provider with the least that a third one needs. Its webhooks carry a key and a reference. */
export function acmeWallet() {
  const payments = new Map<string, AcmePayment>()
  const refunds = new Map<string, AcmeRefund>()
  let isSilent = false
  let events = 0
  // Real providers are named in the contracts; this one is not, so that the contracts list only what the shop offers.
  const method = 'acme' as string as PaymentMethod

  const provider: PaymentProvider = {
    method,
    name: 'Acme Wallet',
    cancelEndsOrder: false,
    attempts: { firstStatus: 'processing', firstLookUpAfterMs: 30_000, isReused: false },
    webhook: {
      path: '/hooks/acme',
      acknowledgement: { ok: true },
      proofHeader: 'x-acme-key',
      source: 'webhook',
      needsLookUp: true,
      operation: {
        access: 'anybody',
        errors: ['BAD_REQUEST'],
        description: {
          operationId: 'hooks-acme',
          tags: ['Gateways'],
          summary: 'Acme reports an event',
          responses: {
            200: {
              description: 'Stored',
              content: { 'application/json': { schema: z.object({ ok: z.literal(true) }) } },
            },
          },
        },
      },
    },
    recovery: {
      everySeconds: 30,
      batch: 10,
      nextInMs: (ageMs) => (ageMs > 60 * 60_000 ? null : 60_000),
      unresolvedNote: () => 'Acme has not answered for an hour',
      rateLimit: null,
      unproven: null,
    },
    refunds: {
      takes: 'any-amount',
      asksForPassword: false,
      firstLookUpAfterMs: 30_000,
      nextInMs: (ageMs) => (ageMs > 60 * 60_000 ? null : 60_000),
      arrival: 'is in your wallet within a minute',
      unavailable: () => null,
      problemOf: () => null,
      async refund(_ctx, { id, amountShillings }) {
        const refund = refunds.get(id) ?? { reference: `refund-${id}`, amountShillings, isDone: false }
        refunds.set(id, refund)
        if (isSilent) throw new Error('Acme is silent')
        return { kind: 'pending', reference: refund.reference }
      },
      async lookUp(_ctx, { id }) {
        const refund = refunds.get(id)
        if (!refund) return { kind: 'absent' }
        return { kind: refund.isDone ? 'succeeded' : 'pending', reference: refund.reference }
      },
    },
    storage: noColumns,
    browserHosts: noHosts,
    isConfigured: () => true,
    async start(_ctx, { orderId, number }) {
      const reference = `acme-${orderId}-${number}`
      payments.set(reference, { orderId, paidShillings: null, receipt: `R-${reference}`, isCancelled: false })
      return { kind: 'accepted', reference, forShopper: `https://acme.test/pay/${reference}` }
    },
    readWebhook(_ctx, { headers, body }) {
      if (headers['x-acme-key'] !== KEY) throw new ShopError('BAD_REQUEST', 'The key does not fit.')
      const text = body.toString('utf8')
      return { eventId: String(JSON.parse(text).id), body: text }
    },
    readEvent: (body) => ({
      kind: 'look-up',
      payment: { reference: String(JSON.parse(body).reference), receipt: null },
    }),
    async lookUp(_ctx, { orderId, reference }) {
      const payment = payments.get(reference)
      if (payment?.orderId !== orderId) return { kind: 'mismatch' }
      const { paidShillings: amountShillings, receipt, isCancelled } = payment
      if (amountShillings !== null) {
        return { kind: 'outcome', outcome: { kind: 'succeeded', amountShillings, receipt } }
      }
      if (!isCancelled) return { kind: 'open' }
      return { kind: 'outcome', outcome: { kind: 'cancelled', code: 'cancelled', reason: 'Cancelled at Acme.' } }
    },
  }

  return {
    provider,
    payments,
    refunds,
    /** From now on it does what it is asked, and answers nothing. */
    fallSilent: () => {
      isSilent = true
    },
    /** The webhook that Acme would send about a payment. */
    webhook: (reference: string, key = KEY) => ({
      method: 'POST' as const,
      url: '/api/hooks/acme',
      headers: { 'x-acme-key': key },
      payload: { id: `evt-${++events}`, reference },
    }),
  }
}
