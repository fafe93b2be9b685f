import type { Context } from '../../../http/context.ts'
import { MAX_ATTEMPTS } from '../../../jobs/retry-pauses.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { claimDueEvent, claimEventsTogether } from './claim-event.ts'
import { processWebhookEvent } from './process-webhook-event.ts'
import { setEventAside } from './set-event-aside.ts'
import { settleEventsTogether } from './settle-events-together.ts'

const AT_ONCE = 2
// A job's run may take two minutes; the last attempt begins within this time.
const RUN_MS = 60_000

/**
 * Processes the provider's events that are due: those that a crash interrupted and those that failed before. What says
 * itself how a payment ended is settled many at once, the rest one by one after it.
 */
export async function retryWebhookEvents(ctx: Context, provider: PaymentProvider): Promise<void> {
  const endsAt = performance.now() + RUN_MS
  const work = async () => {
    while (performance.now() < endsAt && ((await settleNext(ctx, provider)) || (await retryNext(ctx, provider))));
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Answers false where nothing is due that can be settled with others. */
async function settleNext(ctx: Context, provider: PaymentProvider): Promise<boolean> {
  if (provider.webhook.needsLookUp) return false
  const claimed = await claimEventsTogether(ctx, provider)
  if (claimed.events.length === 0) return false
  await settleEventsTogether(ctx, provider, claimed)
  return true
}

/** Answers false where nothing is due. */
async function retryNext(ctx: Context, provider: PaymentProvider): Promise<boolean> {
  const event = await claimDueEvent(ctx, provider)
  if (!event) return false
  try {
    // Each attempt of such an event ended its process: none of them could plan the next or set it aside.
    if (event.attempts > MAX_ATTEMPTS) await setEventAside(ctx, provider, event)
    else await processWebhookEvent(ctx, provider, event)
  } catch (error) {
    // The others must not wait for it; it is due again when its attempt can last no longer.
    ctx.log.error({ err: error, webhookEventId: event.id }, 'a webhook event could not be planned again')
  }
  return true
}
