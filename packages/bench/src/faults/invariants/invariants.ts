import { disputeInvariants } from './disputes.ts'
import { given, type Invariant } from './invariant.ts'
import { ledgerInvariants } from './ledger.ts'
import { orderInvariants } from './orders.ts'
import { paymentInvariants } from './payments.ts'
import { recordInvariants } from './records.ts'
import { stockInvariants } from './stock.ts'

const all = [
  ...paymentInvariants,
  ...orderInvariants,
  ...ledgerInvariants,
  ...recordInvariants,
  ...disputeInvariants,
  ...stockInvariants,
]

export const invariants: readonly Invariant[] = all.map(({ id, sql }) => ({ id, sql: `${given} ${sql}` }))
