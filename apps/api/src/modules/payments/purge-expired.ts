import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import { anyFound, PURGE_BATCH, untilNoneIsLeft } from '../../db/until-none-is-left.ts'
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
  await untilNoneIsLeft(() => clearBodies(em, before(KEEP_BODIES_DAYS)).executeTakeFirst())
  await purgePayers(ctx)
  await purgeRequestKeys(ctx)
  await untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('order_keys')
      .where('key', '=', ({ selectFrom }) =>
        anyFound(
          selectFrom('order_keys')
            .select('key as id')
            .where('created_at', '<', before(KEEP_KEYS_DAYS))
            .limit(PURGE_BATCH),
        ),
      )
      .executeTakeFirst(),
  )
  await untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('request_slots')
      .where('key', '=', ({ selectFrom }) =>
        anyFound(selectFrom('request_slots').select('key as id').where('free_at', '<', before(1)).limit(PURGE_BATCH)),
      )
      // Taken anew meanwhile.
      .where('free_at', '<', before(1))
      .executeTakeFirst(),
  )
  const nowMs = clock().getTime()
  await untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('rate_limits')
      .where('key', '=', ({ selectFrom }) =>
        anyFound(selectFrom('rate_limits').select('key as id').where('expire', '<', nowMs).limit(PURGE_BATCH)),
      )
      // Counted anew meanwhile.
      .where('expire', '<', nowMs)
      .executeTakeFirst(),
  )
}

/** Takes the bodies of at most PURGE_BATCH events that were processed, unless the owner has yet to look at their payment. */
export const clearBodies = (em: EntityManager, before: Date) =>
  db(em)
    .updateTable('webhook_events')
    .set({ body: null })
    .where('id', '=', ({ selectFrom }) =>
      anyFound(
        selectFrom('webhook_events as event')
          .select('event.id')
          .where('event.received_at', '<', before)
          .where('event.processed_at', 'is not', null)
          .where('event.body', 'is not', null)
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('payment_flags as flag')
                  .whereRef('flag.payment_id', '=', 'event.payment_id')
                  .where('flag.resolved_at', 'is', null),
              ),
            ),
          )
          .orderBy('event.received_at')
          .limit(PURGE_BATCH),
      ),
    )
    // Due again meanwhile.
    .where('processed_at', 'is not', null)
