import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { paymentOfTransaction } from '../transactions/payment-of-transaction.ts'

const NOTE = 'The money with this code was taken off this order again. Please contact us if you have paid.'

/**
 * Typed receipts of an order whose money the administrator has just taken off it have not paid it: the shopper reads so, and
 * may type them again. Called with the payment locked, and with its line as wherever a claim becomes paid by one; nobody locks
 * a claim that is paid.
 */
export async function refuseClaimsWithoutMoney(tx: EntityManager, now: Date, orderId: string): Promise<void> {
  const claims = await db(tx)
    .selectFrom('receipt_claims')
    .where('order_id', '=', orderId)
    .where('state', '=', 'paid')
    .select(['id', 'gateway', 'receipt as reference'])
    .execute()
  for (const { id, gateway, reference } of claims) {
    const paymentId = await paymentOfTransaction(tx, {
      gateway,
      reference,
      relatedReference: null,
      paymentReference: null,
    })
    if (paymentId !== undefined && (await orderOf(tx, paymentId)) === orderId) continue
    await db(tx)
      .updateTable('receipt_claims')
      .set({ state: 'refused', reason: 'administrator', note: NOTE, answered_at: now })
      .where('id', '=', id)
      .execute()
  }
}

async function orderOf(tx: EntityManager, paymentId: string): Promise<string> {
  const { orderId } = await db(tx)
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .select('order_id as orderId')
    .executeTakeFirstOrThrow()
  return orderId
}
