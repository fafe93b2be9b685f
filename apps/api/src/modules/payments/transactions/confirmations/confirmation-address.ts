import { randomBytes } from 'node:crypto'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { ConfirmationUrls, ProviderConfirmations } from '../../providers/provider-confirmations.ts'
import type { ResultPolicy } from '../../providers/provider-results.ts'

/** The address of a provider as it is stored; its token is made when somebody first asks for it. */
export async function confirmationAddressOf({ em, clock }: Pick<Context, 'em' | 'clock'>, gateway: PaymentMethod) {
  await db(em)
    .insertInto('confirmation_addresses')
    .values({ gateway, token: randomBytes(32).toString('hex'), created_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await db(em)
    .selectFrom('confirmation_addresses')
    .selectAll()
    .where('gateway', '=', gateway)
    .executeTakeFirstOrThrow()
}

/** The secret addresses, as the provider is told them. */
export function confirmationUrls(
  { gateways }: Pick<Context, 'gateways'>,
  { confirmation, validation }: Pick<ProviderConfirmations, 'confirmation' | 'validation'>,
  token: string,
): ConfirmationUrls {
  const urlOf = ({ path }: ResultPolicy) => `${gateways.callbackOrigin}/api${path.replace(':token', token)}`
  return { confirmationUrl: urlOf(confirmation), validationUrl: urlOf(validation) }
}
