import type { ConfirmationStatus } from '@marashi/domain/contracts/admin-confirmations'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../../db/db.ts'
import { confirmationAddressOf, newConfirmationToken } from './confirmation-address.ts'
import { digestOf } from './find-confirmation-address.ts'
import { type RegisteringContext, readConfirmationStatus } from './read-confirmation-status.ts'

// A report to the old address may be on its way, or be tried again, when the first one has come to the new.
const RECEIVES_FOR_MS = 7 * 24 * 60 * 60_000

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
        registered_at: null,
        last_confirmation_at: null,
        message: 'The address was replaced, and the new one is not registered yet.',
      })
      .where('gateway', '=', method)
      .execute()
  })
  return await readConfirmationStatus(ctx, method)
}

/** The provider has reported to the present address, so those before it are needed for a while only. */
export async function closeReplacedAddresses(tx: EntityManager, now: Date, method: PaymentMethod): Promise<void> {
  await db(tx)
    .updateTable('replaced_confirmation_addresses')
    .set({ closes_at: new Date(now.getTime() + RECEIVES_FOR_MS) })
    .where('gateway', '=', method)
    .where('closes_at', 'is', null)
    .execute()
}
