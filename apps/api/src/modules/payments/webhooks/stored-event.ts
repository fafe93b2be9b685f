import type { WebhookEventState } from '@marashi/domain/contracts/admin-webhook-events'
import { db, isSet } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'

/** An event as the owner's decisions see it. Throws NOT_FOUND. */
export async function storedEvent({ em }: Pick<Context, 'em'>, id: string) {
  const event = await db(em)
    .selectFrom('webhook_events')
    .where('id', '=', id)
    .select(({ ref }) => [
      'gateway',
      'payment_id as paymentId',
      isSet(ref('processed_at')).as('isProcessed'),
      isSet(ref('dismissed_at')).as('isDismissed'),
      isSet(ref('next_attempt_at')).as('isPlanned'),
    ])
    .executeTakeFirst()
  if (!event) throw notFound('Message')
  return event
}

export async function stateOfEvent(ctx: Pick<Context, 'em'>, id: string): Promise<WebhookEventState> {
  const { isProcessed, isDismissed, isPlanned } = await storedEvent(ctx, id)
  if (isDismissed) return { state: 'dismissed' }
  return { state: isProcessed ? 'processed' : isPlanned ? 'waiting' : 'set-aside' }
}
