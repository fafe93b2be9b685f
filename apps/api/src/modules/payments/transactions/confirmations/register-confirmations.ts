import type { ConfirmationStatus } from '@marashi/domain/contracts/admin-confirmations'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { db } from '../../../../db/db.ts'
import { ShopError } from '../../../../shop-error.ts'
import { confirmationAddressOf, confirmationsOf, confirmationUrls } from './confirmation-address.ts'
import { type RegisteringContext, readConfirmationStatus } from './read-confirmation-status.ts'
import { staleRegistration } from './stale-registration.ts'

/**
 * Tells a provider where to report. What it answered is kept; a refusal leaves an earlier registration as it is, unless that is of no
 * use any more: then the refusal counts. Throws SERVICE_UNAVAILABLE where it cannot be asked.
 */
export async function registerConfirmations(
  ctx: RegisteringContext,
  method: PaymentMethod,
): Promise<ConfirmationStatus> {
  const confirmations = confirmationsOf(method)
  const problem = confirmations.unavailable(ctx)
  if (problem !== null) throw new ShopError('SERVICE_UNAVAILABLE', problem)
  const before = await confirmationAddressOf(ctx, method)
  const urls = confirmationUrls(ctx, confirmations, before.token)
  const { state, message } = await confirmations.register(ctx, urls)
  const isDone = state !== 'failed'
  const wasDone =
    (before.state === 'registered' || before.state === 'already-registered') &&
    staleRegistration(ctx, confirmations, before) === null
  await db(ctx.em)
    .updateTable('confirmation_addresses')
    .set({
      message: message.slice(0, 300),
      ...(isDone && {
        state,
        registered_url: urls.confirmationUrl,
        registered_for: confirmations.account(ctx),
        registered_at: ctx.clock(),
      }),
      ...(!isDone && !wasDone && { state, registered_url: null, registered_for: null }),
    })
    .where('gateway', '=', method)
    .execute()
  return await readConfirmationStatus(ctx, method)
}
