import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'

/** The shop's keys. Whichever process needs them first makes them, and all others use the same. */
export async function pushKeys({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<{
  publicKey: string
  privateKey: string
}> {
  const stored = () =>
    db(em).selectFrom('push_keys').select(['public_key as publicKey', 'private_key as privateKey']).executeTakeFirst()
  const known = await stored()
  if (known) return known
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db(em)
    .insertInto('push_keys')
    .values({ id: 1, public_key: publicKey, private_key: privateKey, created_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored()) ?? { publicKey, privateKey }
}
