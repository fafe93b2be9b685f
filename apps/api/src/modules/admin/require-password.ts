import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { checkPassword } from './session/check-password.ts'

/**
 * An open screen is not enough for what moves money: the administrator types the password again. A wrong one counts as a
 * wrong login does. Throws BAD_REQUEST for the field `password`, and as checkPassword.
 */
export async function requirePassword(ctx: Context, password: string): Promise<void> {
  if (password !== '' && (await checkPassword(ctx, password))) return
  const message = password === '' ? 'Please enter your password.' : 'Invalid password'
  throw new ShopError('BAD_REQUEST', message, { fields: { password: message } })
}
