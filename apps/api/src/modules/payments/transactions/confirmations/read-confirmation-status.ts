import type { ConfirmationStatus } from '@marashi/domain/contracts/admin-confirmations'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { Context } from '../../../../http/context.ts'
import { confirmationAddressOf, confirmationsOf } from './confirmation-address.ts'
import { openReplacedAddresses } from './find-confirmation-address.ts'
import { staleRegistration } from './stale-registration.ts'

export type RegisteringContext = Pick<Context, 'em' | 'clock' | 'env' | 'gateways'>

/** Whether a provider was told where to report payments that are made by hand, and whether it does; the secret is left out. */
export async function readConfirmationStatus(
  ctx: RegisteringContext,
  method: PaymentMethod,
): Promise<ConfirmationStatus> {
  const confirmations = confirmationsOf(method)
  const stored = await confirmationAddressOf(ctx, method)
  const problem = confirmations.unavailable(ctx)
  const old = await openReplacedAddresses(ctx.em, ctx.clock(), method)
    .orderBy('replaced_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const stale = staleRegistration(ctx, confirmations, stored)
  const { registered_at, last_confirmation_at } = stored
  return {
    canRegister: problem === null,
    state: stale ? 'never' : stored.state,
    registeredAt: registered_at?.toISOString() ?? null,
    lastConfirmationAt: last_confirmation_at?.toISOString() ?? null,
    replacedAt: old?.replacedAt.toISOString() ?? null,
    message: problem ?? (stale ? staleMessages[stale] : stored.message),
  }
}

const staleMessages = {
  moved: 'The shop has another address now than the one that was registered.',
  'other-account': 'The shop takes payments by another number or gateway now than the one that was registered.',
}
