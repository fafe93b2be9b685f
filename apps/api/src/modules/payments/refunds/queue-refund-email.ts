import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'

/** Queues the e-mail about a refund that succeeded, once for each, where the order has an address. */
export async function queueRefundEmail(
  tx: EntityManager,
  now: Date,
  { payment, refundId }: { payment: Pick<LockedPayment, 'customerEmail'>; refundId: string },
): Promise<void> {
  if (!payment.customerEmail) return
  await db(tx)
    .insertInto('refund_emails')
    .values({ refund_id: refundId, recipient: payment.customerEmail, created_at: now, next_attempt_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
