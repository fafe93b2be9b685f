import type { RefundRecord, ResolveRefund } from '@marashi/domain/contracts/admin-refunds'
import type { Context } from '../../../http/context.ts'
import { refundRecordOf } from './refund-row.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * The administrator has read on the provider's statement what became of a refund that nobody could tell of. Throws
 * NOT_FOUND, CONFLICT for a refund whose end is known or still to be asked for.
 */
export async function resolveRefund(ctx: Context, { id, outcome, reason }: ResolveRefund): Promise<RefundRecord> {
  const report =
    outcome === 'succeeded'
      ? ({ kind: 'succeeded', payload: { decidedBy: 'administrator', reason } } as const)
      : ({ kind: 'failed', code: 'administrator', reason } as const)
  await settleRefund(ctx, id, { report, source: 'administrator', onlyFrom: 'unknown' })
  return await refundRecordOf(ctx.em, id)
}
