import { randomBytes } from 'node:crypto'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { ConfirmationUrls, ProviderConfirmations } from '../../providers/provider-confirmations.ts'
import type { ResultPolicy } from '../../providers/provider-results.ts'
import { providerOf } from '../../providers/registry.ts'

/** The random end of an address: 256 bits. */
export const newConfirmationToken = (): string => randomBytes(32).toString('hex')

/** The address of a provider as it is stored; its token is made when somebody first asks for it. */
export async function confirmationAddressOf({ em, clock }: Pick<Context, 'em' | 'clock'>, gateway: PaymentMethod) {
  await db(em)
    .insertInto('confirmation_addresses')
    .values({ gateway, token: newConfirmationToken(), created_at: clock() })
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

/** The secret addresses, for whoever may know them: what is posted there counts as the provider's word. */
export async function revealConfirmationAddresses(
  ctx: Pick<Context, 'em' | 'clock' | 'gateways'>,
  method: PaymentMethod,
): Promise<ConfirmationUrls> {
  const { token } = await confirmationAddressOf(ctx, method)
  return confirmationUrls(ctx, confirmationsOf(method), token)
}

/** How a provider reports payments that are made by hand. */
export function confirmationsOf(method: PaymentMethod): ProviderConfirmations {
  const { confirmations, name } = providerOf(method)
  if (!confirmations) throw new Error(`${name} reports no payments by hand`)
  return confirmations
}
