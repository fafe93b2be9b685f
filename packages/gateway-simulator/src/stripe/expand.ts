import type { StoredCharge } from './new-charge.ts'
import type { Intent } from './new-intent.ts'
import type { StripeAccount } from './stripe-account.ts'
import { invalid } from './stripe-error.ts'

/** An intent with the objects in it that `expand` asks for in place of their ids. Throws for any other wish. */
export function expandIntent(account: StripeAccount, intent: Intent, wishes: readonly string[]): unknown {
  const known = ['latest_charge', 'latest_charge.balance_transaction']
  demandKnown(known, wishes)
  const charge = intent.latest_charge === null ? null : account.charge(intent.latest_charge)
  if (wishes.length === 0 || charge === null) return intent
  const isDeep = wishes.includes('latest_charge.balance_transaction')
  return { ...intent, latest_charge: isDeep ? expandCharge(account, charge, ['balance_transaction']) : charge }
}

/** The same for a charge. */
export function expandCharge(account: StripeAccount, charge: StoredCharge, wishes: readonly string[]): unknown {
  demandKnown(['balance_transaction'], wishes)
  if (wishes.length === 0 || charge.balance_transaction === null) return charge
  return { ...charge, balance_transaction: account.balances.find(charge.balance_transaction) ?? null }
}

function demandKnown(known: readonly string[], wishes: readonly string[]): void {
  const unknown = wishes.find((wish) => !known.includes(wish))
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`, { param: 'expand' })
}
