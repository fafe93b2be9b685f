import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import type { Context } from '../../../kernel/context.ts'
import { paymentRecordOf } from '../records/payment-row.ts'
import { recordEvent } from './record-event.ts'
import { lockForSettling } from './settle-payment.ts'

/** The administrator has seen to a payment: its flag goes, its history tells of it. Throws NOT_FOUND. */
export async function clearAttention(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<PaymentRecord> {
  const record = await paymentRecordOf(em, id)
  if (!record.attention) return record
  await em.fork().transactional(async (tx) => {
    const payment = await lockForSettling(tx, id)
    if (!payment.attention) return
    const now = clock()
    await tx.execute('update payments set attention = null, updated_at = ? where id = ?', [now, id])
    const evidence = { source: 'administrator' as const, note: `seen to: ${payment.attention}` }
    await recordEvent(tx, { now, payment, evidence, toStatus: payment.status })
  })
  return await paymentRecordOf(em, id)
}
