import type { EntityManager } from '@mikro-orm/postgresql'
import { db, valueRows } from '../../../db/db.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'

interface EmailToQueue {
  payment: Pick<LockedPayment, 'id' | 'customerEmail'>
  refundId?: string
}

const columns = {
  payment_id: 'uuid',
  refund_id: 'uuid',
  recipient: 'text',
  created_at: 'timestamptz',
  next_attempt_at: 'timestamptz',
} as const

/**
 * Queues e-mails about refunds that succeeded and, without a refund, the receipts of payments; each once, where the order
 * has an address.
 */
export async function queueEmails(tx: EntityManager, now: Date, emails: readonly EmailToQueue[]): Promise<void> {
  const rows = emails.flatMap(({ payment, refundId = null }) =>
    payment.customerEmail
      ? [
          {
            payment_id: payment.id,
            refund_id: refundId,
            recipient: payment.customerEmail,
            created_at: now,
            next_attempt_at: now,
          },
        ]
      : [],
  )
  if (rows.length === 0) return
  await db(tx)
    .insertInto('payment_emails')
    .columns(['payment_id', 'refund_id', 'recipient', 'created_at', 'next_attempt_at'])
    .expression(({ selectFrom }) => selectFrom(valueRows('queued', columns, rows)).selectAll())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
