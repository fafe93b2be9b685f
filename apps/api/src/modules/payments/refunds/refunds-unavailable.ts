import type { Context } from '../../../http/context.ts'
import { refusalsOfOwnOperator } from '../operators/operator-refusals.ts'
import type { PaymentProvider } from '../providers/provider.ts'

/**
 * Why a provider cannot be asked to give money back now, in words for the administrator that say what to do; null where it
 * can, or gives nothing back at all.
 */
export async function refundsUnavailable(
  ctx: Pick<Context, 'em' | 'env' | 'gateways'>,
  provider: PaymentProvider,
): Promise<string | null> {
  const { name, operator, refunds } = provider
  const why = refunds?.unavailable(ctx) ?? null
  if (why !== null || !refunds || !operator) return why
  const refusals = await refusalsOfOwnOperator(ctx, provider)
  if (!refusals.some(({ code }) => operator.stopsRefunds(code))) return null
  return `${name} refuses the shop’s operator, so no refund is sent. Health says why, and what to do. Until then, send the money back yourself and record it by hand.`
}
