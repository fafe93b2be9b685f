import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { paymentRecordOf } from '../records/payment-row.ts'
import { lockPayment } from './lock-payment.ts'
import { recordEvent } from './record-event.ts'

/** The administrator has dealt with a payment: its flag goes, its history keeps it. Throws NOT_FOUND. */
export async function clearAttention(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<PaymentRecord> {
  const record = await paymentRecordOf(em, id)
  if (!record.attention) return record
  await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, id)
    if (!payment.attention) return
    const now = clock()
    await db(tx).updateTable('payments').set({ attention: null, updated_at: now }).where('id', '=', id).execute()
    await recordEvent(tx, { now, payment, source: 'administrator', note: `seen to: ${payment.attention}` })
  })
  return await paymentRecordOf(em, id)
}
