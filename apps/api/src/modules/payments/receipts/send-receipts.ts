import type { EntityManager } from '@mikro-orm/postgresql'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagPayment } from '../flags/flag-payment.ts'
import { pauseAfter } from '../webhooks/retry-plan.ts'
import { receiptEmail } from './receipt-email.ts'
import type { SendEmail } from './smtp.ts'

const BATCH = 20
// A mail server may keep each of them waiting; no other process takes them meanwhile.
const LONGEST_BATCH_MS = 15 * 60_000
const NO_SMTP = 'no SMTP_URL'

/**
 * Sends the receipts that completed payments have queued, each once: a row is claimed before it is sent and marked after.
 * Without SMTP they are kept, and the log says that they were not sent.
 */
export async function sendReceipts(ctx: Context, send: SendEmail | null): Promise<void> {
  const { em, env, log } = ctx
  if (!send) return await noteUnsent(ctx)
  for (const receipt of await claimReceipts(ctx)) {
    try {
      await send(receiptEmail(receipt, env))
      await update(em, receipt.id, { sent_at: ctx.clock(), next_attempt_at: null, last_problem: null })
    } catch (error) {
      // A mail server's refusal quotes the address, and the error lists it: the log gets the codes alone.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      log.warn({ receipt: receipt.id, code, responseCode }, 'a receipt could not be sent')
      await planNext(ctx, receipt, String(error).slice(0, 300))
    }
  }
}

/** Pauses grow for three days; then the owner is told (docs/behaviour.md#receipt-e-mails). */
async function planNext(
  ctx: Context,
  { id, paymentId, attempts }: { id: string; paymentId: string; attempts: number },
  problem: string,
): Promise<void> {
  const pauseMs = pauseAfter(attempts)
  const nextAt = pauseMs === null ? null : new Date(ctx.clock().getTime() + pauseMs)
  if (nextAt === null) {
    await flagPayment(ctx, paymentId, { what: 'email-failed', details: { receiptEmail: id }, source: 'gateway' })
  }
  await update(ctx.em, id, { next_attempt_at: nextAt, last_problem: problem })
}

async function noteUnsent({ em, log }: Context): Promise<void> {
  const unsent = await db(em)
    .updateTable('receipt_emails')
    .set({ last_problem: NO_SMTP })
    .where('sent_at', 'is', null)
    .where('last_problem', 'is distinct from', NO_SMTP)
    .returning('id')
    .execute()
  for (const { id } of unsent) log.warn({ receipt: id }, 'a receipt was not sent: SMTP_URL is not set')
}

const claimReceipts = ({ em, clock }: Context) =>
  db(em)
    .with('claimed', (query) =>
      query
        .updateTable('receipt_emails')
        .set(({ eb }) => ({
          attempts: eb('attempts', '+', 1),
          next_attempt_at: new Date(clock().getTime() + LONGEST_BATCH_MS),
        }))
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('receipt_emails')
            .select('id')
            .where('sent_at', 'is', null)
            .where('next_attempt_at', '<=', clock())
            .orderBy('attempts')
            .orderBy('next_attempt_at')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'recipient', 'payment_id', 'attempts']),
    )
    .selectFrom('claimed as c')
    .innerJoin('payments as p', 'p.id', 'c.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select([
      'c.id',
      'c.recipient',
      'c.attempts',
      'c.payment_id as paymentId',
      'o.order_number as orderNumber',
      'o.customer_name as customerName',
      'p.amount',
      'o.delivery_charge as deliveryCharge',
    ])
    .select(({ fn, selectFrom }) => [
      fn.coalesce('p.receipt_number', 'p.provider_receipt').as('receipt'),
      jsonArrayFrom(
        selectFrom('order_items as i')
          .whereRef('i.order_id', '=', 'o.id')
          .select(['i.product_name as name', 'i.product_price as price', 'i.quantity'])
          .orderBy('i.position'),
      ).as('lines'),
    ])
    .execute()

const update = (
  em: EntityManager,
  id: string,
  columns: { sent_at?: Date; next_attempt_at: Date | null; last_problem: string | null },
) => db(em).updateTable('receipt_emails').set(columns).where('id', '=', id).execute()
