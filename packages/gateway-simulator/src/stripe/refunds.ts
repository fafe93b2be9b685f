import type Stripe from 'stripe'
import { z } from 'zod'
import type { FormValue } from '../core/form-body.ts'
import { stripeId } from '../core/random-id.ts'
import { bookBalance } from './balance.ts'
import type { StoredCharge } from './new-charge.ts'
import type { StripeAccount } from './stripe-account.ts'
import { invalid } from './stripe-error.ts'

/** A refund as this store keeps it. */
export type StoredRefund = Stripe.Refund & { charge: string; payment_intent: string }

/** What becomes of one refund: at once or later, or when a test says so. */
export const refundPlan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person') }),
  z.strictObject({
    kind: z.literal('result'),
    status: z.enum(['succeeded', 'failed']),
    afterMs: z.number().int().min(0).default(0),
  }),
])
export type RefundPlan = z.output<typeof refundPlan>

export interface RefundRequest {
  chargeId: string
  /** Undefined: all that is left. */
  cents?: number | undefined
  reason?: Stripe.Refund.Reason | null | undefined
  metadata?: Record<string, string>
}

/** Gives money back: all that is left, unless `cents` says less. Throws when more is asked for than is there. */
export function createRefund(
  account: StripeAccount,
  { chargeId, cents, reason, metadata }: RefundRequest,
): StoredRefund {
  const charge = account.charge(chargeId)
  const left = charge.amount_captured - charge.amount_refunded
  const amount = cents ?? left
  if (left === 0) throw invalid(`Charge ${chargeId} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount <= 0 || amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalid(message, { code: 'amount_too_large', param: 'amount' })
  }
  if (account.disputes.list().some((each) => each.charge === chargeId && !each.is_charge_refundable)) {
    throw invalid(`Charge ${chargeId} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  }
  const plan = account.refundScript.draw()
  const atSeconds = account.world.clock.seconds()
  const pending = newRefund(charge, { amount, reason, metadata, atSeconds })
  const isDone = plan.kind === 'result' && plan.status === 'succeeded' && plan.afterMs === 0
  if (isDone) account.world.ledger.refund(charge.payment_intent, amount)
  const refund = account.refunds.put(isDone ? { ...pending, status: 'succeeded' } : pending)
  if (isDone) bookBalance(account, { source: refund.id, category: 'refund', cents: -amount })
  setRefunded(account, charge, amount)
  account.webhooks.emit({ type: 'refund.created', object: refund })
  if (plan.kind === 'result' && !isDone) {
    account.world.schedule.after(plan.afterMs, () => endRefund(account, refund.id, plan.status))
  }
  return refund
}

/** Ends a refund; one that has succeeded may still fail, and then the money is back on the account. */
export function endRefund(account: StripeAccount, id: string, status: 'succeeded' | 'failed'): StoredRefund {
  const refund = account.refund(id)
  if (refund.status === status || refund.status === 'failed') return refund
  const charge = account.charge(refund.charge)
  if (status === 'succeeded') account.world.ledger.refund(charge.payment_intent, refund.amount)
  else if (refund.status === 'succeeded') account.world.ledger.takeBackRefund(charge.payment_intent, refund.amount)
  const failure = status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}
  const ended = account.refunds.put({ ...refund, ...failure, status })
  if (status === 'succeeded') bookBalance(account, { source: id, category: 'refund', cents: -refund.amount })
  else if (refund.status === 'succeeded') {
    bookBalance(account, { source: id, category: 'refund_failure', cents: refund.amount })
  }
  if (status === 'failed') setRefunded(account, charge, -refund.amount)
  const type = status === 'failed' ? 'refund.failed' : 'refund.updated'
  account.webhooks.emit({ type, object: ended, previous: { status: refund.status } })
  return ended
}

/** The refunds of an intent or a charge, newest first, as Stripe lists them. */
export function refundsOf(account: StripeAccount, id: string): StoredRefund[] {
  return account.refunds
    .list()
    .filter(({ charge, payment_intent }) => payment_intent === id || charge === id)
    .toReversed()
}

const refundRequest = z.object({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.string().regex(/^\d+$/).transform(Number).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
})

/** Checks the parameters of a new refund. Throws the refusal that Stripe would answer. */
export function readRefundRequest(account: StripeAccount, form: Record<string, FormValue>): RefundRequest {
  const result = refundRequest.safeParse(form)
  if (!result.success) throw invalid(`Invalid ${String(result.error.issues[0]?.path[0] ?? 'request')}`)
  const { payment_intent, charge, amount, reason, metadata } = result.data
  const request = { cents: amount, reason, metadata }
  if (charge !== undefined) return { ...request, chargeId: account.charge(charge).id }
  if (payment_intent === undefined) throw invalid('One of these parameters is required: charge, payment_intent.')
  const { latest_charge, status } = account.intent(payment_intent)
  if (status !== 'succeeded' || latest_charge === null) {
    throw invalid(`This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`)
  }
  return { ...request, chargeId: latest_charge }
}

/** Stripe counts a refund from its beginning, and takes it off again when it fails. */
function setRefunded(account: StripeAccount, { id }: StoredCharge, cents: number): void {
  const charge = account.charge(id)
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  const amount_refunded = charge.amount_refunded + cents
  const changed = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount_captured }
  account.charges.put(changed)
  if (cents > 0) account.webhooks.emit({ type: 'charge.refunded', object: changed, previous })
}

function newRefund(
  charge: StoredCharge,
  {
    amount,
    reason = null,
    metadata = {},
    atSeconds,
  }: Pick<RefundRequest, 'reason' | 'metadata'> & { amount: number; atSeconds: number },
): StoredRefund {
  return {
    id: stripeId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: atSeconds,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'pending',
    transfer_reversal: null,
  }
}
