import type { Context } from '../../../http/context.ts'
import { flagPayment } from '../flags/flag-payment.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const NOTE = 'the shop’s present keys do not know this payment: look at the gateway’s account that it was made with'

/**
 * Ends an open attempt that was made with other keys than the shop has now: nobody can ask what became of it, and the order
 * must not wait for that for ever. The owner is told, because it may have been paid; it is asked about again for as long as
 * any open attempt, in case the keys return.
 */
export async function endUnknownAttempt(ctx: Pick<Context, 'em' | 'clock'>, paymentId: string): Promise<void> {
  await flagPayment(ctx, paymentId, { what: 'unresolved', source: 'query', note: NOTE })
  const reason = 'This payment cannot be finished any more.'
  await settlePayment(ctx, paymentId, { source: 'shopper', kind: 'failed', code: 'keys-changed', reason })
}
