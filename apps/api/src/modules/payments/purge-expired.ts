import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { purgeRequestKeys } from '../../http/repeats/purge-request-keys.ts'
import { purgePayers } from './transactions/purge-payers.ts'

const KEEP_BODIES_DAYS = 90
const KEEP_KEYS_DAYS = 7

/**
 * Clears what has served its time: the bodies of webhook events, but for payments with an open flag, who paid what is no
 * order's, idempotency keys, slots and limits. Payments and their history stay.
 */
export async function purgeExpired(ctx: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const { em, clock } = ctx
  const before = (days: number) => new Date(clock().getTime() - days * 24 * 60 * 60 * 1000)
  await db(em)
    .updateTable('webhook_events')
    .set({ body: null })
    .where('received_at', '<', before(KEEP_BODIES_DAYS))
    .where('processed_at', 'is not', null)
    .where('body', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_flags as flag')
            .whereRef('flag.payment_id', '=', 'webhook_events.payment_id')
            .where('flag.resolved_at', 'is', null),
        ),
      ),
    )
    .execute()
  await db(em).deleteFrom('order_keys').where('created_at', '<', before(KEEP_KEYS_DAYS)).execute()
  await purgePayers(ctx)
  await purgeRequestKeys(ctx)
  await db(em).deleteFrom('request_slots').where('free_at', '<', before(1)).execute()
  await db(em).deleteFrom('rate_limits').where('expire', '<', clock().getTime()).execute()
}
