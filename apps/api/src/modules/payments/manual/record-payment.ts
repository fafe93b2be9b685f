import { randomUUID } from 'node:crypto'
import type { CreatePayment, PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import type { Context } from '../../../kernel/context.ts'
import { paymentRecordOf, shillingsOf } from '../records/payment-row.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { orderOfReference } from './order-of-reference.ts'
import { refuseUsedReference } from './refuse-used-reference.ts'
import { movePayment } from './set-payment-status.ts'

/**
 * A payment that no gateway told of, entered by the administrator; amounts in cents. One that is completed pays its order
 * (decisions 31); where the order is paid already it is kept as surplus and flagged, for money that came is never dropped
 * (decisions 24). Throws BAD_REQUEST for an unknown order, CONFLICT for a transaction id or receipt that is on the books.
 */
export async function recordPayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  input: CreatePayment,
): Promise<PaymentRecord> {
  const id = randomUUID()
  const { transactionId = null, receipt_number = null, processingFee } = input
  await em.fork().transactional(async (tx) => {
    const orderId = await orderOfReference(tx, input.orderId)
    await tx.execute('select id from orders where id = ? for update', [orderId])
    await refuseUsedReference(tx, id, { transactionId, receipt_number })
    const now = clock()
    await tx.execute(
      `insert into payments (id, order_id, payment_method, amount, status, transaction_id, receipt_number, processing_fee,
                             is_by_hand, created_at, updated_at)
       values (?, ?, ?, ?, 'pending', ?, ?, ?, true, ?, ?)`,
      [
        id,
        orderId,
        input.paymentMethod,
        shillingsOf(input.amount),
        transactionId,
        receipt_number,
        processingFee == null ? null : shillingsOf(processingFee),
        now,
        now,
      ],
    )
    await recordEvent(tx, {
      now,
      payment: { id, status: null },
      evidence: { source: 'administrator', note: 'entered by hand' },
      toStatus: 'pending',
    })
    await movePayment(tx, now, id, { status: input.status })
  })
  return await paymentRecordOf(em, id)
}
