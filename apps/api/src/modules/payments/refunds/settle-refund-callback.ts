import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { flagRefund } from './flag-refund.ts'
import { settleRefund } from './settle-refund.ts'
import { storedRefund } from './stored-refund.ts'

/**
 * Settles what came to a refund's secret address and answers what to note on the event. A message about another payment
 * decides nothing and is flagged.
 */
export async function settleRefundCallback(
  ctx: Context,
  provider: PaymentProvider,
  { tokenHash, body }: { tokenHash: string; body: string },
): Promise<string> {
  const { kind, id, paymentId } = await db(ctx.em)
    .selectFrom('refund_callbacks as c')
    .innerJoin('payment_refunds as r', 'r.id', 'c.refund_id')
    .where('c.token_hash', '=', tokenHash)
    .select(['c.kind', 'r.id', 'r.payment_id as paymentId'])
    .executeTakeFirstOrThrow()
  const callback = provider.refunds?.callback
  if (!callback) return 'unmatched'
  const { refund } = await storedRefund(ctx.em, id)
  const report = callback.read(body, { kind, refund })
  if (report === 'unreadable') return 'unreadable'
  const { source } = provider.webhook
  if (report === 'mismatch') {
    await ctx.em.fork().transactional(async (tx) => {
      const payment = await lockPayment(tx, paymentId)
      const note = 'a message about a refund named another payment'
      await flagRefund(tx, ctx.clock(), { payment, refundId: id, what: 'id-mismatch', source, note })
    })
    return 'refused: id-mismatch'
  }
  await settleRefund(ctx, id, { report, source })
  return `refund ${report.kind}`
}
