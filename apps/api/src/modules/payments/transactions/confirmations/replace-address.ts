import type { ConfirmationStatus } from '@marashi/domain/contracts/admin-confirmations'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { db } from '../../../../db/db.ts'
import { confirmationAddressOf, newConfirmationToken } from './confirmation-address.ts'
import { digestOf } from './find-confirmation-address.ts'
import { type RegisteringContext, readConfirmationStatus } from './read-confirmation-status.ts'

/**
 * Gives a provider's confirmations another secret address, which is to be registered after. The old one goes on receiving,
 * and what it brings is left to the owner: whoever has read it has it for good.
 */
export async function replaceConfirmationAddress(
  ctx: RegisteringContext,
  method: PaymentMethod,
): Promise<ConfirmationStatus> {
  await confirmationAddressOf(ctx, method)
  await ctx.em.fork().transactional(async (tx) => {
    const now = ctx.clock()
    const { token } = await db(tx)
      .selectFrom('confirmation_addresses')
      .select('token')
      .where('gateway', '=', method)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await db(tx)
      .insertInto('replaced_confirmation_addresses')
      .values({ token_hash: digestOf(token).toString('hex'), gateway: method, replaced_at: now })
      .execute()
    await db(tx)
      .updateTable('confirmation_addresses')
      .set({
        token: newConfirmationToken(),
        state: 'never',
        registered_url: null,
        registered_for: null,
        registered_at: null,
        last_confirmation_at: null,
        message: 'The address was replaced, and the new one is not registered yet.',
      })
      .where('gateway', '=', method)
      .execute()
  })
  return await readConfirmationStatus(ctx, method)
}
