import type { PayAnotherWay } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../http/context.ts'
import { paymentProviders } from '../providers/registry.ts'
import { endAttempts } from './end-attempts.ts'

/**
 * Takes back an order's open attempts by other methods that can be withdrawn: a card that waits for its bank would be charged
 * after the money has come in another way. Throws as endAttempts.
 */
export async function withdrawOthers(
  ctx: Context,
  { orderId, paymentMethod }: PayAnotherWay,
  limit: { withinMs?: number } = {},
): Promise<void> {
  for (const provider of paymentProviders()) {
    if (!provider.withdrawal || provider.method === paymentMethod) continue
    await endAttempts(ctx, provider, { orderId, reason: 'The shopper chose another way to pay.', ...limit })
  }
}
