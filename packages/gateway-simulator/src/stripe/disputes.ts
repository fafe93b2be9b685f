import { bookBalance } from './balance.ts'
import { type ClosedStatus, type Dispute, isChargeRefundable, newDispute, type OpenStatus } from './dispute.ts'
import type { StripeAccount } from './stripe-account.ts'
import { invalid } from './stripe-error.ts'

/** The customer's bank takes a paid charge back for the time being or, with a `warning_` status, only inquires about it. */
export function openDispute(account: StripeAccount, chargeId: string, status: OpenStatus = 'needs_response'): Dispute {
  const charge = account.charge(chargeId)
  if (!charge.paid) throw invalid(`Charge ${chargeId} was never paid.`)
  account.charges.put({ ...charge, disputed: true })
  const atSeconds = account.world.clock.seconds()
  const dispute = account.disputes.put(newDispute(charge, { atSeconds, status }))
  account.webhooks.emit({ type: 'charge.dispute.created', object: dispute })
  return isInquiry(dispute) ? dispute : moveMoney(account, dispute, 'funds_withdrawn')
}

/** The dispute goes on: the shop has answered, its time was changed, or an inquiry became a dispute. */
export function updateDispute(
  account: StripeAccount,
  disputeId: string,
  status: OpenStatus,
  dueBySeconds?: number,
): Dispute {
  const dispute = account.disputed(disputeId)
  const evidence_details = { ...dispute.evidence_details, ...(dueBySeconds !== undefined && { due_by: dueBySeconds }) }
  const is_charge_refundable = isChargeRefundable(status)
  const updated = account.disputes.put({ ...dispute, status, is_charge_refundable, evidence_details })
  account.webhooks.emit({ type: 'charge.dispute.updated', object: updated, previous: { status: dispute.status } })
  return isInquiry(dispute) && !isInquiry(updated) ? moveMoney(account, updated, 'funds_withdrawn') : updated
}

/** The bank has decided; the shop gets its money back where it has won. */
export function closeDispute(account: StripeAccount, disputeId: string, status: ClosedStatus): Dispute {
  const dispute = account.disputed(disputeId)
  const closed = account.disputes.put({ ...dispute, status, is_charge_refundable: isChargeRefundable(status) })
  account.webhooks.emit({ type: 'charge.dispute.closed', object: closed, previous: { status: dispute.status } })
  return status === 'won' ? moveMoney(account, closed, 'funds_reinstated') : closed
}

const isInquiry = ({ status }: Dispute) => status.startsWith('warning_')

function moveMoney(account: StripeAccount, dispute: Dispute, what: 'funds_withdrawn' | 'funds_reinstated'): Dispute {
  const amount = what === 'funds_withdrawn' ? -dispute.amount : dispute.amount
  const movement = { amount, created: account.world.clock.seconds() }
  const moved = account.disputes.put({ ...dispute, balance_transactions: [...dispute.balance_transactions, movement] })
  const category = what === 'funds_withdrawn' ? 'dispute' : 'dispute_reversal'
  bookBalance(account, { source: dispute.id, category, cents: amount })
  account.webhooks.emit({ type: `charge.dispute.${what}`, object: moved })
  return moved
}
