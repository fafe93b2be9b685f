import type { Context } from '../../kernel/context.ts'
import type { EvidenceSource } from './payment-event.entity.ts'
import { recordEvent } from './record-event.ts'

interface RefundRow {
  id: string
  orderId: string
  amount: number
  refundedAmount: number | null
  isSurplus: boolean
}

/**
 * Writes down that money went back: the whole amount makes the payment refunded and its order unpaid again, a part of it
 * is kept on the completed payment and flagged. Telling it twice changes nothing.
 */
export async function recordRefund(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  refund: { cents: number; source: EvidenceSource },
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    await tx.execute('select id from orders where id = (select order_id from payments where id = ?) for update', [
      paymentId,
    ])
    const [payment]: RefundRow[] = await tx.execute(
      `select id, order_id as "orderId", amount::float8 as amount, refunded_amount::float8 as "refundedAmount", is_surplus as "isSurplus"
       from payments where id = ? and status = 'completed' for update`,
      [paymentId],
    )
    const refunded = refund.cents / 100
    if (!payment || (payment.refundedAmount ?? 0) >= refunded) return
    const isWhole = refunded >= payment.amount
    const now = clock()
    await tx.execute(
      `update payments set refunded_amount = ?, updated_at = ?, status = case when ? then 'refunded' else status end,
         attention = case when ? then null else 'partly-refunded' end where id = ?`,
      [refunded, now, isWhole, isWhole, paymentId],
    )
    await recordEvent(tx, {
      now,
      payment: { id: payment.id, status: 'completed' },
      evidence: { source: refund.source, note: `refunded ${refunded}` },
      toStatus: isWhole ? 'refunded' : 'completed',
    })
    if (isWhole && !payment.isSurplus) {
      await tx.execute('update orders set paid_at = null, updated_at = ? where id = ?', [now, payment.orderId])
    }
  })
}
