import type { ConfirmationAddresses } from '@marashi/domain/contracts/admin-transactions'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { ShopError } from '../../../../shop-error.ts'
import type { ProviderConfirmations } from '../../providers/provider-confirmations.ts'
import { providerOf } from '../../providers/registry.ts'
import { confirmationAddressOf, confirmationUrls } from './confirmation-address.ts'

type RegisteringContext = Pick<Context, 'em' | 'clock' | 'env' | 'gateways'>

/** Where a provider is to report payments that are made by hand, and what it was told. */
export async function readConfirmationAddresses(
  ctx: RegisteringContext,
  method: PaymentMethod,
): Promise<ConfirmationAddresses> {
  const confirmations = confirmationsOf(method)
  const stored = await confirmationAddressOf(ctx, method)
  const urls = confirmationUrls(ctx, confirmations, stored.token)
  const problem = confirmations.unavailable(ctx)
  // The provider was told an address that the shop has left since.
  const hasMoved = stored.registered_url !== null && stored.registered_url !== urls.confirmationUrl
  const { registered_at, last_confirmation_at } = stored
  return {
    canRegister: problem === null,
    state: hasMoved ? 'never' : stored.state,
    registeredAt: registered_at?.toISOString() ?? null,
    lastConfirmationAt: last_confirmation_at?.toISOString() ?? null,
    ...urls,
    message:
      problem ?? (hasMoved ? 'The shop has another address now than the one that was registered.' : stored.message),
  }
}

/**
 * Tells a provider where to report. What it answered is kept; a refusal leaves an earlier registration as it is. Throws
 * SERVICE_UNAVAILABLE where it cannot be asked.
 */
export async function registerConfirmations(
  ctx: RegisteringContext,
  method: PaymentMethod,
): Promise<ConfirmationAddresses> {
  const confirmations = confirmationsOf(method)
  const problem = confirmations.unavailable(ctx)
  if (problem !== null) throw new ShopError('SERVICE_UNAVAILABLE', problem)
  const { token, state: stateBefore } = await confirmationAddressOf(ctx, method)
  const urls = confirmationUrls(ctx, confirmations, token)
  const { state, message } = await confirmations.register(ctx, urls)
  const isDone = state !== 'failed'
  const wasDone = stateBefore === 'registered' || stateBefore === 'already-registered'
  await db(ctx.em)
    .updateTable('confirmation_addresses')
    .set({
      message: message.slice(0, 300),
      ...(isDone && { state, registered_url: urls.confirmationUrl, registered_at: ctx.clock() }),
      ...(!isDone && !wasDone && { state }),
    })
    .where('gateway', '=', method)
    .execute()
  return await readConfirmationAddresses(ctx, method)
}

function confirmationsOf(method: PaymentMethod): ProviderConfirmations {
  const { confirmations, name } = providerOf(method)
  if (!confirmations) throw new Error(`${name} reports no payments by hand`)
  return confirmations
}
