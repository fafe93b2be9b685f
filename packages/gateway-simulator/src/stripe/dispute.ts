import { stripeId } from '../core/random-id.ts'
import type { StoredCharge } from './new-charge.ts'

/** A customer's objection to a charge, as far as a shop reads it. */
export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  evidence_details: { due_by: number; past_due: boolean }
  is_charge_refundable: boolean
  livemode: boolean
  metadata: Record<string, string>
  payment_intent: string
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
}

const ANSWER_WITHIN_SECONDS = 14 * 86_400

export function newDispute(charge: StoredCharge, atSeconds: number): Dispute {
  return {
    id: stripeId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: atSeconds,
    currency: charge.currency,
    evidence_details: {
      due_by: atSeconds + ANSWER_WITHIN_SECONDS,
      past_due: false,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}
