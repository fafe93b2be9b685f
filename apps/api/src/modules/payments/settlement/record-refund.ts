import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../../kernel/context.ts'
import type { EvidenceSource } from '../payment-event.entity.ts'
import { shillingsOf } from '../records/payment-row.ts'
import { recordEvent } from './record-event.ts'
import { releaseOrder } from './release-order.ts'
import { lockForSettling, type SettledRow } from './settle-payment.ts'

/**
 * Writes down that money went back: the whole amount makes the payment refunded and takes it off its order, a part of it
 * is kept on the completed payment and flagged. Telling it twice changes nothing.
 */
export async function recordRefund(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  refund: { cents: number; source: EvidenceSource },
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const payment = await lockForSettling(tx, paymentId)
    if (payment.status === 'completed') await markRefunded(tx, clock(), payment, refund)
  })
}

/** The same for a completed payment that is locked already. */
export async function markRefunded(
  tx: EntityManager,
  now: Date,
  payment: SettledRow,
  { cents, source }: { cents: number; source: EvidenceSource },
): Promise<void> {
  const refunded = shillingsOf(cents)
  const isWhole = refunded >= payment.amount
  const changed: unknown[] = await tx.execute(
    `update payments set refunded_amount = ?, updated_at = ?, status = case when ? then 'refunded' else status end,
       attention = case when ? then null else 'partly-refunded' end
     where id = ? and coalesce(refunded_amount, 0) < ? returning id`,
    [refunded, now, isWhole, isWhole, payment.id, refunded],
  )
  if (changed.length === 0) return
  await recordEvent(tx, {
    now,
    payment,
    evidence: { source, note: `refunded ${refunded}` },
    toStatus: isWhole ? 'refunded' : 'completed',
  })
  if (isWhole) await releaseOrder(tx, now, payment)
}
