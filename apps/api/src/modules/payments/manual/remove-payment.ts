import type { Context } from '../../../kernel/context.ts'
import { notFound, ShopError } from '../../../kernel/errors.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { releaseOrder } from '../settlement/release-order.ts'
import { lockForSettling } from '../settlement/settle-payment.ts'

/**
 * Takes a payment off the lists, the sums and its order; row and history stay. Money that a gateway moved cannot be taken
 * off (design/reliability 18), and money that still comes for an attempt brings it back. Throws NOT_FOUND, CONFLICT.
 */
export async function removePayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const [known]: unknown[] = await tx.execute('select id from payments where id = ? and deleted_at is null', [id])
    if (!known) throw notFound('Payment')
    const payment = await lockForSettling(tx, id)
    if (payment.isDeleted) throw notFound('Payment')
    if (!payment.isByHand && (payment.status === 'completed' || payment.status === 'refunded')) {
      const sentence = 'This money went through a payment gateway, so its record stays on the books.'
      throw new ShopError('CONFLICT', `${sentence} If it was paid back, set it to refunded.`)
    }
    const now = clock()
    await tx.execute('update payments set deleted_at = ?, updated_at = ? where id = ?', [now, now, id])
    const evidence = { source: 'administrator' as const, note: 'deleted' }
    await recordEvent(tx, { now, payment, evidence, toStatus: payment.status })
    if (payment.status === 'completed') await releaseOrder(tx, now, payment)
  })
}
