import type { StoredCharge } from './new-charge.ts'
import type { Intent } from './new-intent.ts'
import type { StripeAccount } from './stripe-account.ts'
import { invalid } from './stripe-error.ts'

/** An intent with the objects in it that `expand` asks for in place of their ids. Throws for any other property. */
export function expandIntent(account: StripeAccount, intent: Intent, properties: readonly string[]): unknown {
  const known = ['latest_charge', 'latest_charge.balance_transaction']
  requireKnown(known, properties)
  const charge = intent.latest_charge === null ? null : account.charge(intent.latest_charge)
  if (properties.length === 0 || charge === null) return intent
  const isDeep = properties.includes('latest_charge.balance_transaction')
  return { ...intent, latest_charge: isDeep ? expandCharge(account, charge, ['balance_transaction']) : charge }
}

/** The same for a charge. */
export function expandCharge(account: StripeAccount, charge: StoredCharge, properties: readonly string[]): unknown {
  requireKnown(['balance_transaction'], properties)
  if (properties.length === 0 || charge.balance_transaction === null) return charge
  return { ...charge, balance_transaction: account.balances.find(charge.balance_transaction) ?? null }
}

function requireKnown(known: readonly string[], properties: readonly string[]): void {
  const unknown = properties.find((property) => !known.includes(property))
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`, { param: 'expand' })
}
