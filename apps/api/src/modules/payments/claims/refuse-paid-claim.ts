import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

const NOTE = 'The money with this code was taken off this order again. Please contact us if you have paid.'

/**
 * A typed receipt whose money the administrator takes off the order has not paid it: the shopper reads so, and may type it again.
 * Called with the line of the money locked, as it is wherever a claim of it becomes paid; nobody locks a claim that is paid.
 */
export async function refusePaidClaim(
  tx: EntityManager,
  now: Date,
  { orderId, gateway, receipt }: { orderId: string; gateway: PaymentMethod; receipt: string },
): Promise<void> {
  await db(tx)
    .updateTable('receipt_claims')
    .set({ state: 'refused', reason: 'administrator', note: NOTE, answered_at: now })
    .where('order_id', '=', orderId)
    .where('gateway', '=', gateway)
    .where('receipt', '=', receipt)
    .where('state', '=', 'paid')
    .execute()
}
