import { db } from '../../db/db.ts'
import { anyFound, PURGE_BATCH, untilNoneIsLeft } from '../../db/until-none-is-left.ts'
import type { Context } from '../../http/context.ts'

const KEEP_MS = 30 * 24 * 60 * 60_000

/**
 * Removes deliveries as old as the events that they tell of, and secrets that have ended. What waits for a paused endpoint
 * stays until it is told or the owner removes the endpoint.
 */
export async function purgeDeliveries({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEEP_MS)
  await untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('webhook_deliveries')
      .where('id', '=', ({ selectFrom }) =>
        anyFound(
          selectFrom('webhook_deliveries')
            .select('id')
            .where('created_at', '<', before)
            .where('state', '<>', 'waiting')
            .limit(PURGE_BATCH),
        ),
      )
      // Sent again meanwhile.
      .where('state', '<>', 'waiting')
      .executeTakeFirst(),
  )
  // One for each time that the owner replaced it.
  await db(em).deleteFrom('webhook_secrets').where('ends_at', '<', before).execute()
}
