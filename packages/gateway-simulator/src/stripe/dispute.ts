import { stripeId } from '../core/random-id.ts'
import type { StoredCharge } from './new-charge.ts'

/** A customer's objection to a charge, as far as a shop reads it. */
export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  /** What the bank took, and gave back; nothing while it only inquires. */
  balance_transactions: { amount: number; created: number }[]
  charge: string
  created: number
  currency: string
  evidence_details: { due_by: number; past_due: boolean }
  is_charge_refundable: boolean
  livemode: boolean
  metadata: Record<string, string>
  payment_intent: string
  reason: string
  status: OpenStatus | ClosedStatus
}

/** With `warning_` the bank only inquires; `appeal_` comes after a dispute was lost. */
export const openStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
] as const
export type OpenStatus = (typeof openStatuses)[number]
export const closedStatuses = ['won', 'lost', 'warning_closed', 'prevented'] as const
export type ClosedStatus = (typeof closedStatuses)[number]

/** What the bank has taken cannot be given back to the customer as well. */
export const isChargeRefundable = (status: Dispute['status']): boolean =>
  status.startsWith('warning_') || status === 'won' || status === 'prevented'

const ANSWER_WITHIN_SECONDS = 14 * 86_400

export function newDispute(
  charge: StoredCharge,
  { atSeconds, status }: { atSeconds: number; status: OpenStatus },
): Dispute {
  return {
    id: stripeId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: atSeconds,
    currency: charge.currency,
    evidence_details: {
      due_by: atSeconds + ANSWER_WITHIN_SECONDS,
      past_due: false,
    },
    is_charge_refundable: isChargeRefundable(status),
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status,
  }
}
