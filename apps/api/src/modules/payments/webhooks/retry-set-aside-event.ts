import type { WebhookEventState } from '@marashi/domain/contracts/admin-webhook-events'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'
import { claimSetAsideEvent } from './claim-event.ts'
import { processWebhookEvent } from './process-webhook-event.ts'
import { stateOfEvent, storedEvent } from './stored-event.ts'

/** The owner has an event that was set aside tried once more, now. Answers what it is then; throws NOT_FOUND. */
export async function retrySetAsideEvent(ctx: Context, { id }: { id: string }): Promise<WebhookEventState> {
  const { gateway } = await storedEvent(ctx, id)
  const provider = providerOf(gateway)
  const event = await claimSetAsideEvent(ctx, provider, id)
  if (event) await processWebhookEvent(ctx, provider, event)
  return await stateOfEvent(ctx, id)
}
