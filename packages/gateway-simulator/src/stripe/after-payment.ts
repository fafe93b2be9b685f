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

function isUnsettled(charge: StoredCharge): boolean {
  return charge.paid && charge.balance_transaction === null
}
