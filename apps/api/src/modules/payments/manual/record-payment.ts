import { randomUUID } from 'node:crypto'
import type { CreatePayment, PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { shillingsOf } from '@marashi/domain/rules/money'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { paymentRecordOf } from '../records/payment-row.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { orderOfReference } from './order-of-reference.ts'
import { refuseOtherAmount } from './refuse-other-amount.ts'
import { refuseUsedReference } from './refuse-used-reference.ts'
import { setPaymentStatus } from './set-payment-status.ts'

/**
 * Records a payment that the administrator enters; amounts in cents. A completed one pays its order; where the order is
 * paid already it is kept as surplus and flagged. Throws BAD_REQUEST for an unknown order, CONFLICT for a transaction id or
 * receipt that another payment has, and as `refuseOtherAmount`. See docs/behaviour.md#payments-by-hand.
 */
export async function recordPayment(
  { em, clock, caller }: Pick<Context, 'em' | 'clock'> & Partial<Pick<Context, 'caller'>>,
  input: CreatePayment,
): Promise<PaymentRecord> {
  const id = randomUUID()
  const { transactionId = null, receipt_number = null, processingFee } = input
  await em.fork().transactional(async (tx) => {
    const orderId = await orderOfReference(tx, input.orderId)
    await db(tx).selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
    await refuseOtherAmount(tx, caller, { ...input, orderId })
    await refuseUsedReference(tx, id, { transactionId, receipt_number })
    const now = clock()
    await db(tx)
      .insertInto('payments')
      .values({
        id,
        order_id: orderId,
        payment_method: input.paymentMethod,
        amount: shillingsOf(input.amount),
        status: 'pending',
        transaction_id: transactionId,
        receipt_number,
        processing_fee: processingFee == null ? null : shillingsOf(processingFee),
        is_manual: true,
        created_at: now,
        updated_at: now,
      })
      .execute()
    const payment = { id, status: null }
    await recordEvent(tx, { now, payment, source: 'administrator', note: 'entered by hand', toStatus: 'pending' })
    await setPaymentStatus(tx, now, id, { status: input.status })
  })
  return await paymentRecordOf(em, id)
}
