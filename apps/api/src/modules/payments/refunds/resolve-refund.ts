import type { RefundRecord, ResolveRefund } from '@marashi/domain/contracts/admin-refunds'
import type { RefundStatus } from '@marashi/domain/rules/refund'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { refundRecordOf } from './refund-row.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * The administrator has read on the provider's statement what became of a refund that nobody could tell of; or gives up one that
 * nobody has asked the provider for, as its keys are gone: it is not sent any more, and what it took is left to give back otherwise.
 *
 * Throws NOT_FOUND; CONFLICT for a refund whose end is known or still to be asked for, and for the success of one that was not sent.
 */
export async function resolveRefund(ctx: Context, { id, outcome, reason }: ResolveRefund): Promise<RefundRecord> {
  const report =
    outcome === 'succeeded'
      ? ({ kind: 'succeeded', payload: { decidedBy: 'administrator', reason } } as const)
      : ({ kind: 'failed', code: 'administrator', reason } as const)
  await settleRefund(ctx, id, { report, source: 'administrator', admit: (status) => admit(status, outcome) })
  return await refundRecordOf(ctx.em, id)
}

function admit(status: RefundStatus, outcome: ResolveRefund['outcome']): void {
  if (status === 'unknown') return
  if (status !== 'requested') {
    throw new ShopError('CONFLICT', 'Only a refund that nobody has sent, or knows the end of, can be decided by hand.')
  }
  if (outcome === 'succeeded') {
    const instead = 'Give it up, and record by hand what you have given back yourself.'
    throw new ShopError('CONFLICT', `Nobody has asked the provider for this refund yet. ${instead}`)
  }
}
