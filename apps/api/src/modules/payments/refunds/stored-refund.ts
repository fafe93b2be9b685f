import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { RefundToSend } from '../providers/provider-refunds.ts'

/** A refund as its provider is asked for it, but for the addresses of the answer. */
export async function storedRefund(
  em: EntityManager,
  id: string,
): Promise<{ method: string; paymentId: string; refund: Omit<RefundToSend, 'addresses'> }> {
  const row = await db(em)
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('r.id', '=', id)
    .select(({ fn }) => [
      'r.payment_method as method',
      'r.payment_id as paymentId',
      'r.amount as amountShillings',
      'r.idempotency_key as idempotencyKey',
      'r.provider_reference as reference',
      'p.provider_reference as paymentReference',
      fn.coalesce('p.provider_receipt', 'p.receipt_number').as('paymentReceipt'),
    ])
    .executeTakeFirstOrThrow()
  const { method, paymentId, amountShillings, reference, paymentReference, paymentReceipt } = row
  return {
    method,
    paymentId,
    refund: {
      id,
      amountShillings,
      reference,
      idempotencyKey: row.idempotencyKey ?? `rf-${id}`,
      payment: { reference: paymentReference, receipt: paymentReceipt },
    },
  }
}
