import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

/** Nobody is told any more of the refunds of a locked payment that did not stand, where their e-mails still wait. */
export async function unqueueRefundEmails(tx: EntityManager, paymentId: string): Promise<void> {
  await db(tx)
    .deleteFrom('payment_emails')
    .where('next_attempt_at', 'is not', null)
    .where('refund_id', 'in', ({ selectFrom }) =>
      selectFrom('payment_refunds').select('id').where('payment_id', '=', paymentId).where('status', '=', 'failed'),
    )
    .execute()
}
