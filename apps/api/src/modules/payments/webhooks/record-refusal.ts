import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { WebhookTooOld } from '../providers/webhook-too-old.ts'

/** Whoever floods the address with forgeries causes one write a minute. */
const AGAIN_AFTER_MS = 60_000

/** Stores that a webhook was refused for its signature or its age; an unknown token says nothing about ours. */
export async function recordRefusal(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { method }: PaymentProvider,
  thrown: unknown,
): Promise<void> {
  if (!(thrown instanceof ShopError) || thrown.code !== 'BAD_REQUEST') return
  const now = clock()
  const why = thrown instanceof WebhookTooOld ? 'time' : 'signature'
  await db(em)
    .insertInto('webhook_refusals')
    .values({ gateway: method, refused_at: now, why })
    .onConflict((conflict) =>
      conflict
        .column('gateway')
        .doUpdateSet({ refused_at: now, why })
        .where('webhook_refusals.refused_at', '<', new Date(now.getTime() - AGAIN_AFTER_MS)),
    )
    .execute()
}
