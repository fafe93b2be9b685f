import type { EntityManager } from '@mikro-orm/postgresql'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { receiptEmail } from './receipt-email.ts'
import type { SendEmail } from './smtp.ts'

const BATCH = 20
const MAX_ATTEMPTS = 8
const NO_SMTP = 'no SMTP_URL'

/**
 * Sends the receipts that completed payments have queued, each once: a row is claimed before it is sent and marked after.
 * Without SMTP they are kept, and the log says that they were not sent.
 */
export async function sendReceipts(ctx: Context, send: SendEmail | null): Promise<void> {
  const { em, env, log } = ctx
  if (!send) return await noteUnsent(ctx)
  for (const receipt of await claimReceipts(em)) {
    try {
      await send(receiptEmail(receipt, env))
      await update(em, receipt.id, { sent_at: ctx.clock(), last_problem: null })
    } catch (error) {
      // A mail server's refusal quotes the address, and the error lists it: the log gets the codes alone.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      log.warn({ receipt: receipt.id, code, responseCode }, 'a receipt could not be sent')
      await update(em, receipt.id, { last_problem: String(error).slice(0, 300) })
    }
  }
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

const claimReceipts = (em: EntityManager) =>
  db(em)
    .with('claimed', (query) =>
      query
        .updateTable('receipt_emails')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('receipt_emails')
            .select('id')
            .where('sent_at', 'is', null)
            .where('attempts', '<', MAX_ATTEMPTS)
            .orderBy('created_at')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'recipient', 'payment_id']),
    )
    .selectFrom('claimed as c')
    .innerJoin('payments as p', 'p.id', 'c.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select([
      'c.id',
      'c.recipient',
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

const update = (em: EntityManager, id: string, columns: { sent_at?: Date; last_problem: string | null }) =>
  db(em).updateTable('receipt_emails').set(columns).where('id', '=', id).execute()
