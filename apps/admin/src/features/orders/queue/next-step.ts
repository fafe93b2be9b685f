import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { isToCheck } from '../../../lib/is-to-check.ts'

/** What the owner does next for an order: move it on, remind the shopper of the payment, or look into money that is flagged or whose receipt was typed. */
export type NextStep =
  | { kind: 'advance'; to: 'processing' | 'shipped' | 'delivered' }
  | { kind: 'remind' }
  | { kind: 'check' }
  | undefined

type Order = Pick<AdminOrder, 'status' | 'paymentState' | 'leftToPay' | 'needsCheck' | 'hasOpenClaim'>

/** One next step at most. An order whose money went back is neither packed nor sent. */
export function nextStepOf(order: Order): NextStep {
  const { status, paymentState } = order
  if (status === 'cancelled' || status === 'delivered') return undefined
  if (status === 'shipped') return { kind: 'advance', to: 'delivered' }
  if (paymentState === 'refunded') return undefined
  if (isToCheck(order)) return { kind: 'check' }
  if (status === 'processing') return { kind: 'advance', to: 'shipped' }
  return paymentState === 'unpaid' ? { kind: 'remind' } : { kind: 'advance', to: 'processing' }
}
