import type { ConfirmationStatus } from '@marashi/domain/contracts/admin-confirmations'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { db } from '../../../../db/db.ts'
import { ShopError } from '../../../../shop-error.ts'
import { confirmationAddressOf, confirmationsOf, confirmationUrls } from './confirmation-address.ts'
import { type RegisteringContext, readConfirmationStatus } from './read-confirmation-status.ts'

/**
 * Tells a provider where to report. What it answered is kept; a refusal leaves an earlier registration as it is. Throws
 * SERVICE_UNAVAILABLE where it cannot be asked.
 */
export async function registerConfirmations(
  ctx: RegisteringContext,
  method: PaymentMethod,
): Promise<ConfirmationStatus> {
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
      ...(isDone && {
        state,
        registered_url: urls.confirmationUrl,
        registered_for: confirmations.account(ctx),
        registered_at: ctx.clock(),
      }),
      ...(!isDone && !wasDone && { state }),
    })
    .where('gateway', '=', method)
    .execute()
  return await readConfirmationStatus(ctx, method)
}
