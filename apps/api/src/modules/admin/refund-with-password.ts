import type { RefundRecord, RequestRefund } from '@marashi/domain/contracts/admin-refunds'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { listRefunds } from '../payments/refunds/list-refunds.ts'
import { requestRefund } from '../payments/refunds/request-refund.ts'
import { checkPassword } from './session/check-password.ts'

/**
 * A refund of a provider that asks for it takes the administrator's password as well, so that an open screen is not
 * enough to send money away. A wrong one counts as a wrong login does. Throws BAD_REQUEST for the field `password`, as
 * checkPassword, and as requestRefund.
 */
export async function refundWithPassword(
  ctx: Context,
  { password = '', ...input }: RequestRefund,
): Promise<RefundRecord> {
  if (input.way === 'provider') {
    const { provider } = await listRefunds(ctx, input)
    const asks = provider?.asksForPassword && provider.unavailable === null
    if (asks && !(await isRight(ctx, password))) throw wrongPassword(password)
  }
  return await requestRefund(ctx, input)
}

const isRight = async (ctx: Context, password: string): Promise<boolean> =>
  password !== '' && (await checkPassword(ctx, password))

function wrongPassword(password: string): ShopError {
  const message = password === '' ? 'Please enter your password.' : 'Invalid password'
  return new ShopError('BAD_REQUEST', message, { fields: { password: message } })
}
