import { type Dispute, newDispute } from './dispute.ts'
import { newBalance, type StoredCharge } from './new-charge.ts'
import type { StripeAccount } from './stripe-account.ts'
import { invalid } from './stripe-error.ts'

/** Makes the balance transaction of a charge, and with it the fee, known. Throws when it is known or unpaid. */
export function settleBalance(account: StripeAccount, chargeId: string): StoredCharge {
  const charge = account.charge(chargeId)
  if (!isUnsettled(charge)) throw invalid(`Nothing of ${chargeId} is left to settle.`)
  const balance = newBalance(charge, account.settings.settlement, account.world.clock.seconds())
  account.balances.put(balance)
  const settled = account.charges.put({ ...charge, balance_transaction: balance.id })
  account.webhooks.emit({ type: 'charge.updated', object: settled, previous: { balance_transaction: null } })
  return settled
}

/** Capture is asynchronous: the fee is known some time after the payment (docs/gateways/stripe.md#fee). */
export function settleBalanceLater(account: StripeAccount, { id }: StoredCharge): void {
  account.world.schedule.after(account.settings.balanceAfterMs, () => {
    const charge = account.charges.find(id)
    if (charge && isUnsettled(charge)) settleBalance(account, id)
  })
}

/** The customer's bank takes a paid charge back, for the time being. */
export function openDispute(account: StripeAccount, chargeId: string): Dispute {
  const charge = account.charge(chargeId)
  if (!charge.paid) throw invalid(`Charge ${chargeId} was never paid.`)
  account.charges.put({ ...charge, disputed: true })
  const dispute = account.disputes.put(newDispute(charge, account.world.clock.seconds()))
  account.webhooks.emit({ type: 'charge.dispute.created', object: dispute })
  return dispute
}

/** The dispute goes on: the shop has answered, or its time was changed. */
export function updateDispute(
  account: StripeAccount,
  disputeId: string,
  status: 'needs_response' | 'under_review',
): Dispute {
  const dispute = account.disputed(disputeId)
  const updated = account.disputes.put({ ...dispute, status })
  account.webhooks.emit({ type: 'charge.dispute.updated', object: updated, previous: { status: dispute.status } })
  return updated
}

/** The bank has decided. */
export function closeDispute(account: StripeAccount, disputeId: string, status: 'won' | 'lost'): Dispute {
  const dispute = account.disputed(disputeId)
  const closed = account.disputes.put({ ...dispute, status })
  account.webhooks.emit({ type: 'charge.dispute.closed', object: closed, previous: { status: dispute.status } })
  return closed
}

function isUnsettled(charge: StoredCharge): boolean {
  return charge.paid && charge.balance_transaction === null
}
