import { z } from 'zod'
import type { FlagDetails } from '../../flags/payment-flag.entity.ts'
import type { DisputeReport } from '../provider-reports.ts'

const disputeEvent = z.object({
  type: z.string(),
  created: z.number(),
  data: z.object({
    object: z.object({
      id: z.string(),
      status: z.string(),
      reason: z.string().nullish(),
      amount: z.number(),
      currency: z.string().nullish(),
      evidence_details: z.object({ due_by: z.number().nullish() }).nullish(),
      balance_transactions: z.array(z.object({ amount: z.number() })).nullish(),
      is_charge_refundable: z.boolean().nullish(),
    }),
  }),
})

const won = new Set(['won', 'warning_closed'])
const needsAnswer = new Set(['needs_response', 'warning_needs_response', 'appeal_needs_response'])

/** Of the events of one second the later step counts. */
const steps = ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed']

/**
 * How a dispute stood when Stripe made an event about it; undefined where the event cannot be read. See
 * docs/gateways/stripe.md#disputes.
 */
export function readDispute(body: unknown): DisputeReport | undefined {
  const parsed = disputeEvent.safeParse(body)
  if (!parsed.success) return undefined
  const { type, created, data } = parsed.data
  const {
    id,
    status,
    reason = null,
    amount,
    currency,
    evidence_details,
    balance_transactions,
    is_charge_refundable,
  } = data.object
  const step = Math.max(0, steps.indexOf(type.slice('charge.dispute.'.length)))
  const dueBy = evidence_details?.due_by
  const money = moneyOf(type, balance_transactions ?? [])
  const state = stateOf(status, money)
  const isRefundable = is_charge_refundable ?? status.startsWith('warning_')
  return {
    id,
    at: new Date(created * 1000 + step),
    state,
    needsAnswer: needsAnswer.has(status),
    facts: {
      status,
      reason,
      ...amountOf(amount, currency ?? 'kes'),
      answerBy: needsAnswer.has(status) && dueBy ? new Date(dueBy * 1000).toISOString() : null,
      money,
      refunds: state === 'open' && !isRefundable ? 'refused' : null,
    },
  }
}

/** The bank may name the amount in its own currency, and not every currency has hundredths. */
const amountOf = (amount: number, currency: string): FlagDetails =>
  currency === 'kes'
    ? { amountShillings: amount / 100 }
    : { amountShillings: null, currency: currency.toUpperCase(), smallestUnits: amount }

/** A dispute is also prevented by giving the customer the money, without asking the shop: then that is gone. */
function stateOf(status: string, money: Money): DisputeReport['state'] {
  if (status === 'prevented') return money === 'withdrawn' ? 'lost' : 'won'
  if (won.has(status)) return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

type Money = 'withdrawn' | 'reinstated' | null

/** The bank takes the money at the start, but for an inquiry, and gives it back where the shop wins. */
function moneyOf(type: string, movements: readonly { amount: number }[]): Money {
  if (type === 'charge.dispute.funds_withdrawn') return 'withdrawn'
  if (type === 'charge.dispute.funds_reinstated') return 'reinstated'
  if (movements.length === 0) return null
  return movements.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'withdrawn' : 'reinstated'
}
