import type { Context } from '../../../../http/context.ts'
import type { ProviderConfirmations } from '../../providers/provider-confirmations.ts'
import { confirmationUrls } from './confirmation-address.ts'

interface Registered {
  token: string
  registered_url: string | null
  registered_for: string | null
}

/**
 * Why what was registered is of no use any more: the shop has another account at the provider, whose payments are reported
 * to nobody, or another address than the provider was told. Null where it is good, or nothing was registered.
 */
export function staleRegistration(
  ctx: Pick<Context, 'env' | 'gateways'>,
  confirmations: ProviderConfirmations,
  { token, registered_url, registered_for }: Registered,
): 'moved' | 'other-account' | null {
  if (registered_url === null) return null
  if (registered_for !== null && registered_for !== confirmations.account(ctx)) return 'other-account'
  return registered_url === confirmationUrls(ctx, confirmations, token).confirmationUrl ? null : 'moved'
}
