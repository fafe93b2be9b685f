import { centsOf } from '@marashi/domain/rules/money'
import type { ProviderContext } from '../provider.ts'
import type { ListedRefund, ProviderRefunds, RefundReport } from '../provider-refunds.ts'
import type { PaymentNames } from '../provider-reports.ts'
import { type CardRefund, RefundRefused, RefundServerError } from './refund-client.ts'

const LOOK_UP_AFTER_MS = 60_000
const GIVE_UP_AFTER_MS = 72 * 60 * 60_000

/** Cards are refunded in full or in part; Stripe keeps a list of all refunds, which decides. */
export const stripeRefunds: ProviderRefunds = {
  takes: 'any-amount',
  asksForPassword: false,
  firstLookUpAfterMs: LOOK_UP_AFTER_MS,
  nextInMs: (ageMs) => (ageMs > GIVE_UP_AFTER_MS ? null : Math.min(Math.max(LOOK_UP_AFTER_MS, ageMs), 60 * 60_000)),
  arrival: 'arrives on the card that you paid with, within 5 to 10 working days',
  unavailable: ({ gateways }) => (gateways.card ? null : 'Card payment is not configured.'),
  problemOf: (payment) => (idOf(payment) === null ? unknownPayment : null),
  async refund(ctx, { id, amountShillings, payment, idempotencyKey }) {
    const paymentId = idOf(payment)
    if (paymentId === null) return neverSent
    const amountCents = centsOf(amountShillings)
    try {
      const request = { paymentId, amountCents, refundId: id, idempotencyKey }
      return reportOf(await cardOf(ctx).refund(request))
    } catch (error) {
      if (error instanceof RefundRefused) return { kind: 'failed', code: error.code, reason: error.message }
      if (!(error instanceof RefundServerError)) throw error
      return { kind: 'unknown', message: error.message, needsNewKey: true }
    }
  },
  async lookUp(ctx, { id, payment, reference }) {
    const paymentId = idOf(payment)
    if (paymentId === null) return neverSent
    const refunds = await cardOf(ctx).refundsOf(paymentId)
    const found = refunds.find((each) => each.id === reference) ?? refunds.find(({ refundId }) => refundId === id)
    return found ? reportOf(found) : { kind: 'absent' }
  },
  async list(ctx, payment): Promise<ListedRefund[]> {
    const paymentId = idOf(payment)
    if (paymentId === null) return []
    const refunds = await cardOf(ctx).refundsOf(paymentId)
    return refunds.map((refund) => ({
      id: refund.refundId,
      amountShillings: refund.amountCents / 100,
      report: reportOf(refund),
    }))
  },
}

/** The intent of the shop's own form, else the charge that the shop read in Stripe's list. */
const idOf = ({ reference, receipt }: PaymentNames): string | null =>
  reference ?? (receipt !== null && /^(?:ch|py)_/.test(receipt) ? receipt : null)

const unknownPayment =
  'The shop does not know this payment’s charge at Stripe. Give the money back there or yourself, and record it by hand.'
const neverSent: RefundReport = { kind: 'failed', code: 'unknown-payment', reason: unknownPayment }

function cardOf({ gateways }: ProviderContext) {
  if (!gateways.card) throw new Error('Card payment is not configured')
  return gateways.card
}

function reportOf(refund: CardRefund): ListedRefund['report'] {
  const { id: reference, status, failure } = refund
  const known = { reference, payload: refund } satisfies Partial<RefundReport>
  if (status === 'succeeded') return { ...known, kind: 'succeeded' }
  if (status === 'pending') return { ...known, kind: 'pending' }
  return { ...known, kind: 'failed', code: failure?.code ?? 'failed', reason: failure?.reason ?? 'The refund failed.' }
}
