import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagPayment } from '../flags/flag-payment.ts'
import { providerOf } from '../providers/registry.ts'
import type { SendEmail } from '../receipts/smtp.ts'
import { refundEmail } from './refund-email.ts'

const BATCH = 20
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 6 * 60 * 60_000
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60_000

type ClaimedEmail = Awaited<ReturnType<typeof claimDue>>[number]

/**
 * Sends the e-mails that refunds have queued, each once: a row is claimed before it is sent and marked after. What a mail
 * server refuses is tried again for three days, with growing pauses, and flagged then. Without SMTP they are kept.
 */
export async function sendRefundEmails(ctx: Context, send: SendEmail | null): Promise<void> {
  if (!send) return
  for (const email of await claimDue(ctx)) {
    const { method, isManual, ...refund } = email
    const arrival = isManual ? null : (providerOf(method).refunds?.arrival ?? null)
    try {
      await send(refundEmail({ ...refund, arrival }, ctx.env))
      await update(ctx, email.id, { sent_at: ctx.clock(), next_attempt_at: null, last_problem: null })
    } catch (error) {
      // A mail server's refusal quotes the address, and the error lists it: the log gets the codes alone.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      ctx.log.warn({ refundId: email.id, code, responseCode }, 'an e-mail about a refund could not be sent')
      await retryLater(ctx, email, String(error).slice(0, 300))
    }
  }
}

async function retryLater(ctx: Context, email: ClaimedEmail, last_problem: string): Promise<void> {
  if (ctx.clock().getTime() - email.createdAt.getTime() < GIVE_UP_AFTER_MS) {
    return await update(ctx, email.id, { last_problem })
  }
  await update(ctx, email.id, { last_problem, next_attempt_at: null })
  const note = 'the e-mail about a refund could not be sent'
  const details = { refundId: email.id }
  await flagPayment(ctx, email.paymentId, { what: 'email-failed', details, source: 'gateway', note })
}

/** A claimed e-mail is due again after a pause, so that a crash in between loses none. */
const claimDue = ({ em, clock }: Context) =>
  db(em)
    .with('claimed', (query) =>
      query
        .updateTable('refund_emails')
        .set(({ eb }) => ({
          attempts: eb('attempts', '+', 1),
          next_attempt_at: sql<Date>`${clock()}::timestamptz + least(${LONGEST_PAUSE_MS}, ${FIRST_PAUSE_MS} * power(2, least(attempts, 20))) * interval '1 millisecond'`,
        }))
        .where('refund_id', 'in', ({ selectFrom }) =>
          selectFrom('refund_emails')
            .select('refund_id')
            .where('next_attempt_at', '<=', clock())
            .orderBy('next_attempt_at')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['refund_id', 'recipient', 'created_at']),
    )
    .selectFrom('claimed as c')
    .innerJoin('payment_refunds as r', 'r.id', 'c.refund_id')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select([
      'r.id',
      'c.recipient',
      'c.created_at as createdAt',
      'p.id as paymentId',
      'r.payment_method as method',
      'r.is_manual as isManual',
      'r.amount as amountShillings',
      'r.provider_receipt as receipt',
      'o.order_number as orderNumber',
      'o.customer_name as customerName',
    ])
    .execute()

async function update(
  { em }: Context,
  id: string,
  columns: { sent_at?: Date; next_attempt_at?: null; last_problem: string | null },
): Promise<void> {
  await db(em).updateTable('refund_emails').set(columns).where('refund_id', '=', id).execute()
}
