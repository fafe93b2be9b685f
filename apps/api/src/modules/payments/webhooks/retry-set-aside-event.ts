import type { WebhookEventState } from '@marashi/domain/contracts/admin-webhook-events'
import { db, isSet } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'
import { providerOf } from '../providers/registry.ts'
import { claimSetAsideEvent } from './claim-event.ts'
import { processWebhookEvent } from './process-webhook-event.ts'

/** The owner has an event that was set aside tried once more, now. Answers what it is then; throws NOT_FOUND. */
export async function retrySetAsideEvent(ctx: Context, { id }: { id: string }): Promise<WebhookEventState> {
  const { gateway } = await storedEvent(ctx, id)
  const provider = providerOf(gateway)
  const event = await claimSetAsideEvent(ctx, provider, id)
  if (event) await processWebhookEvent(ctx, provider, event)
  const { isProcessed, isPlanned } = await storedEvent(ctx, id)
  return { state: isProcessed ? 'processed' : isPlanned ? 'waiting' : 'set-aside' }
}

async function storedEvent({ em }: Context, id: string) {
  const event = await db(em)
    .selectFrom('webhook_events')
    .where('id', '=', id)
    .select(({ ref }) => [
      'gateway',
      isSet(ref('processed_at')).as('isProcessed'),
      isSet(ref('next_attempt_at')).as('isPlanned'),
    ])
    .executeTakeFirst()
  if (!event) throw notFound('Message')
  return event
}
