import type { Context } from '../../../http/context.ts'
import { refusalsOfOwnOperator } from '../operators/operator-refusals.ts'
import type { PaymentProvider } from '../providers/provider.ts'

/** When a provider is asked again about a claim that is opened now; null where nobody asks, because it cannot or is refused. */
export async function claimPlan(ctx: Context, provider: PaymentProvider) {
  const { receipts } = provider
  const canAsk = receipts?.canAsk(ctx) ?? false
  const isRefused = (await refusalsOfOwnOperator(ctx, provider)).length > 0
  const firstMs = canAsk && !isRefused ? receipts?.nextInMs(0) : null
  return {
    left_because: canAsk && isRefused ? ('operator-refused' as const) : null,
    next_query_at: typeof firstMs === 'number' ? new Date(ctx.clock().getTime() + firstMs) : null,
  }
}
export type ClaimPlan = Awaited<ReturnType<typeof claimPlan>>
