import type { EntityManager } from '@mikro-orm/postgresql'
import { showReceiptOnOrder, showRefundedOnOrder } from '../settlement/sync-order.ts'
import { flagAmount } from './flag-amount.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** The order's receipt, what of its price went back, and the flag of a completed payment follow the edit. */
export async function syncEdited(
  tx: EntityManager,
  now: Date,
  id: string,
  { paymentMethod }: PaymentFacts,
): Promise<void> {
  await showReceiptOnOrder(tx, now, { id, paymentMethod })
  await showRefundedOnOrder(tx, now, id)
  await flagAmount(tx, now, id)
}
