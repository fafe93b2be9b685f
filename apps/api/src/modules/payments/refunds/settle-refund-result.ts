import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { ResultKind } from '../results/result-address.entity.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { flagRefund } from './flag-refund.ts'
import { settleRefund } from './settle-refund.ts'
import { storedRefund } from './stored-refund.ts'

/**
 * Settles what came to a refund's secret address and answers what to note on the event. A message about another payment
 * decides nothing and is flagged.
 */
export async function settleRefundResult(
  ctx: Context,
  provider: PaymentProvider,
  { refundId, kind, body }: { refundId: string; kind: ResultKind; body: string },
): Promise<string> {
  const { refund, paymentId } = await storedRefund(ctx.em, refundId)
  const report = provider.refunds?.readResult?.(body, { kind, refund }) ?? 'unreadable'
  if (report === 'unreadable') return 'unreadable'
  const { source } = provider.webhook
  if (report === 'mismatch') {
    await ctx.em.fork().transactional(async (tx) => {
      const payment = await lockPayment(tx, paymentId)
      const note = 'a message about a refund named another payment'
      await flagRefund(tx, ctx.clock(), { payment, refundId, what: 'id-mismatch', source, note })
    })
    return 'refused: id-mismatch'
  }
  await settleRefund(ctx, refundId, { report, source })
  return `refund ${report.kind}`
}
