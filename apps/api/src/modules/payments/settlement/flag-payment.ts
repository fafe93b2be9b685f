import type { Attention } from '@marashi/domain/contracts/admin-payments'
import type { Context } from '../../../kernel/context.ts'
import type { EvidenceSource } from '../payment-event.entity.ts'
import { recordEvent } from './record-event.ts'
import type { SettledRow } from './settle-payment.ts'

/** Asks for the administrator's eye without deciding anything, and writes down why. */
export async function flagPayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  { attention, source, note }: { attention: Attention; source: EvidenceSource; note?: string },
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const now = clock()
    const [payment]: Pick<SettledRow, 'id' | 'status'>[] = await tx.execute(
      'update payments set attention = ?, updated_at = ? where id = ? returning id, status',
      [attention, now, paymentId],
    )
    if (!payment) throw new Error(`There is no payment ${paymentId}`)
    await recordEvent(tx, {
      now,
      payment,
      evidence: { source, note: note ?? `flagged: ${attention}` },
      toStatus: payment.status,
    })
  })
}
