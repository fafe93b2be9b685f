import { paidStatuses } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

/** All that its provider has to say of paid money is kept: recovery asks no more. An attempt that may be paid still is asked about. */
export async function endQuestions(em: EntityManager, paymentId: string): Promise<void> {
  await db(em)
    .updateTable('payments')
    .set({ next_query_at: null })
    .where('id', '=', paymentId)
    .where('status', 'in', paidStatuses)
    .where('next_query_at', 'is not', null)
    .execute()
}
