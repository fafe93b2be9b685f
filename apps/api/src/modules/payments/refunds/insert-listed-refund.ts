import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { ListedRefund } from '../providers/provider-refunds.ts'
import { providerOf } from '../providers/registry.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'
import { type LockedRefund, lockedColumns } from './lock-refund.ts'

/** A row for a refund that was made on the provider's own pages; what the provider says of it is written after. */
export async function insertListedRefund(
  tx: EntityManager,
  now: Date,
  { payment, listed }: { payment: LockedPayment; listed: ListedRefund },
): Promise<LockedRefund> {
  const isFailed = listed.report.kind === 'failed'
  return await db(tx)
    .insertInto('payment_refunds')
    .values({
      payment_id: payment.id,
      payment_method: payment.paymentMethod,
      status: isFailed ? 'failed' : 'sent',
      amount: listed.amountShillings,
      reason: `Made at ${providerOf(payment.paymentMethod).name}`,
      requested_by: 'provider',
      provider_reference: listed.report.reference,
      requested_at: now,
      sent_at: now,
      failed_at: isFailed ? now : null,
      next_query_at: isFailed ? null : now,
      updated_at: now,
    })
    .returning(lockedColumns)
    .executeTakeFirstOrThrow()
}
