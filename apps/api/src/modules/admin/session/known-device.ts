import { createHash, randomBytes } from 'node:crypto'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { devicePolicy } from './session-policy.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** The id of the caller's device, where the administrator has logged in with it before. */
export async function knownDevice({ em, caller, clock }: Context): Promise<string | undefined> {
  if (!caller.deviceToken) return undefined
  const device = await db(em)
    .selectFrom('admin_devices')
    .select('id')
    .where('token_hash', '=', hashOf(caller.deviceToken))
    .where('last_login_at', '>', new Date(clock().getTime() - devicePolicy.lifetimeMs))
    .executeTakeFirst()
  return device?.id
}

/** The administrator has just logged in with this device: it is known from now on. A known one keeps its cookie. */
export async function rememberDevice(ctx: Context): Promise<void> {
  const now = ctx.clock()
  const known = await knownDevice(ctx)
  const token = (known && ctx.caller.deviceToken) ?? randomBytes(32).toString('base64url')
  await db(ctx.em)
    .insertInto('admin_devices')
    .values({ token_hash: hashOf(token), created_at: now, last_login_at: now })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ last_login_at: now }))
    .execute()
  ctx.setDevice(token, new Date(now.getTime() + devicePolicy.lifetimeMs))
}
