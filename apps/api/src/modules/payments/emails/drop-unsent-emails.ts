import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

/**
 * Takes back the receipt of a payment that has not left yet, because the payment did not come after all or belongs to another
 * order. It would reach the customer of the order that was paid first, with the lines and the page of the other one.
 */
export const dropUnsentReceipt = (tx: EntityManager, paymentId: string) =>
  unsent(tx, paymentId).where('refund_id', 'is', null).execute()

/**
 * The same with what is still to be said of its refunds, for a payment that moves to another order or never was: it would reach the
 * customer of the order that it leaves, with the number and the page of the other one. Answers those refunds.
 */
export async function dropUnsentEmails(tx: EntityManager, paymentId: string): Promise<string[]> {
  const dropped = await unsent(tx, paymentId).returning('refund_id as refundId').execute()
  return dropped.flatMap(({ refundId }) => refundId ?? [])
}

/** Takes back what is still to be said of the refunds of a locked payment that failed or were taken back. */
export const dropEmailsOfFailedRefunds = (tx: EntityManager, paymentId: string) =>
  unsent(tx, paymentId)
    .where('refund_id', 'in', ({ selectFrom }) =>
      selectFrom('payment_refunds').select('id').where('payment_id', '=', paymentId).where('status', '=', 'failed'),
    )
    .execute()

const unsent = (tx: EntityManager, paymentId: string) =>
  db(tx).deleteFrom('payment_emails').where('payment_id', '=', paymentId).where('sent_at', 'is', null)
