import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { LockedRefund } from './lock-refund.ts'

/** What a refund's end answers; that it failed is for another flag to say. */
const answered = { succeeded: ['refund-unknown', 'refund-failed'], failed: ['refund-unknown'] } as const

/** A locked refund has ended: the flags that say otherwise are resolved, so that nobody gives the money back once more. */
export async function resolveRefundFlags(
  tx: EntityManager,
  now: Date,
  { id, paymentId, status }: LockedRefund,
  source: OutcomeSource,
): Promise<void> {
  if (status !== 'succeeded' && status !== 'failed') return
  await db(tx)
    .updateTable('payment_flags')
    .set({
      resolved_at: now,
      resolved_by: source === 'administrator' ? 'administrator' : 'shop',
      resolution: `the refund ${status}`,
    })
    .where('payment_id', '=', paymentId)
    .where('what', 'in', answered[status])
    .where(sql<boolean>`details ->> 'refundId' = ${id}`)
    .where('resolved_at', 'is', null)
    .execute()
}
