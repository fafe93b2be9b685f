import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

/**
 * Whether a dispute of a payment is open in which the provider refuses refunds, by the last report on each; that the owner has
 * seen to its flag ends no dispute.
 */
export async function isRefundRefused(em: EntityManager, paymentId: string): Promise<boolean> {
  const last = await db(em)
    .selectFrom('payment_flags')
    .select(['what', sql<string | null>`details ->> 'refunds'`.as('refunds')])
    .distinctOn(sql`details ->> 'disputeId'`)
    .where('payment_id', '=', paymentId)
    .where('what', 'in', ['disputed', 'dispute-lost'])
    .orderBy(sql`details ->> 'disputeId'`)
    .orderBy('id', 'desc')
    .execute()
  return last.some(({ refunds }) => refunds === 'refused')
}
