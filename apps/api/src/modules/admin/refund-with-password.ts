import type { RefundRecord, RequestRefund } from '@marashi/domain/contracts/admin-refunds'
import type { Context } from '../../http/context.ts'
import { listRefunds } from '../payments/refunds/list-refunds.ts'
import { requestRefund } from '../payments/refunds/request-refund.ts'
import { requirePassword } from './require-password.ts'

/**
 * A refund of a provider that asks for it takes the administrator's password as well. Throws as requirePassword and
 * requestRefund.
 */
export async function refundWithPassword(
  ctx: Context,
  { password = '', ...input }: RequestRefund,
): Promise<RefundRecord> {
  const { provider } = input.way === 'provider' ? await listRefunds(ctx, input) : { provider: null }
  const hasPassword = provider?.asksForPassword === true && provider.unavailable === null
  if (hasPassword) await requirePassword(ctx, password)
  return await requestRefund(ctx, input, { hasPassword })
}
