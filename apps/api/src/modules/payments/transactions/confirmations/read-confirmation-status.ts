import type { ConfirmationStatus } from '@marashi/domain/contracts/admin-confirmations'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { Context } from '../../../../http/context.ts'
import { confirmationAddressOf, confirmationsOf, confirmationUrls } from './confirmation-address.ts'
import { openReplacedAddresses } from './find-confirmation-address.ts'

export type RegisteringContext = Pick<Context, 'em' | 'clock' | 'env' | 'gateways'>

/** Whether a provider was told where to report payments that are made by hand, and whether it does; the secret is left out. */
export async function readConfirmationStatus(
  ctx: RegisteringContext,
  method: PaymentMethod,
): Promise<ConfirmationStatus> {
  const confirmations = confirmationsOf(method)
  const stored = await confirmationAddressOf(ctx, method)
  const { confirmationUrl } = confirmationUrls(ctx, confirmations, stored.token)
  const problem = confirmations.unavailable(ctx)
  const old = await openReplacedAddresses(ctx.em, ctx.clock(), method)
    .orderBy('replaced_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // The provider was told an address that the shop has left since.
  const hasMoved = stored.registered_url !== null && stored.registered_url !== confirmationUrl
  const { registered_at, last_confirmation_at } = stored
  return {
    canRegister: problem === null,
    state: hasMoved ? 'never' : stored.state,
    registeredAt: registered_at?.toISOString() ?? null,
    lastConfirmationAt: last_confirmation_at?.toISOString() ?? null,
    replacedAt: old?.replacedAt.toISOString() ?? null,
    message:
      problem ?? (hasMoved ? 'The shop has another address now than the one that was registered.' : stored.message),
  }
}
