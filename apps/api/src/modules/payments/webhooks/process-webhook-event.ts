import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { MAX_ATTEMPTS, pauseAfter } from '../../../jobs/retry-pauses.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { settleResult } from '../results/settle-result.ts'
import { settleConfirmation, UnreadableConfirmation } from '../transactions/confirmations/settle-confirmation.ts'
import { type ClaimedEvent, claimNewEvent } from './claim-event.ts'
import { type EventOutcome, endOfEvent } from './end-event.ts'
import { resolveFailure } from './resolve-failure.ts'
import { setEventAside } from './set-event-aside.ts'
import { settleEvent } from './settle-event.ts'

/** Processes an event that has just been stored, unless somebody has it already. */
export async function processNewEvent(ctx: Context, provider: PaymentProvider, eventId: string): Promise<void> {
  const event = await claimNewEvent(ctx, provider, eventId)
  if (event) await processWebhookEvent(ctx, provider, event)
}

/**
 * Processes an event that was claimed. One that fails is planned again or set aside. Settling is idempotent, so an event
 * that a crash interrupted is processed again.
 */
export async function processWebhookEvent(
  ctx: Context,
  provider: PaymentProvider,
  event: ClaimedEvent,
): Promise<'processed' | 'failed'> {
  try {
    const outcome = await settle(ctx, provider, event)
    faultPoint('webhook-settled')
    await markProcessed(ctx, provider, event, outcome)
    faultPoint('webhook-processed')
    return 'processed'
  } catch (error) {
    const { id: webhookEventId, attempts } = event
    ctx.log.error({ err: error, webhookEventId, attempts }, 'a webhook event was not processed')
    // Another attempt would read the same: the owner is told at once.
    if (error instanceof UnreadableConfirmation) await setEventAside(ctx, provider, event)
    else await planNext(ctx, provider, event)
    return 'failed'
  }
}

async function settle(ctx: Context, provider: PaymentProvider, event: ClaimedEvent): Promise<EventOutcome> {
  const { resultTokenHash: tokenHash, isConfirmation, body } = event
  if (isConfirmation) return await settleConfirmation(ctx, provider, event)
  if (tokenHash !== null) return await settleResult(ctx, provider, { tokenHash, body })
  return { outcome: await settleEvent(ctx, provider, event) }
}

/**
 * Where this attempt took too long, another one has the event now; and one that is to be processed again was read before its money
 * had a payment (process-again.ts).
 */
async function markProcessed(
  ctx: Context,
  provider: PaymentProvider,
  event: ClaimedEvent,
  outcome: EventOutcome,
): Promise<void> {
  if (event.attempts > MAX_ATTEMPTS) await resolveFailure(ctx, provider, event.id)
  await db(ctx.em)
    .updateTable('webhook_events')
    .set(endOfEvent(ctx.clock(), outcome))
    .where('id', '=', event.id)
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '=', event.dueAgainAt)
    .execute()
}

async function planNext(ctx: Context, provider: PaymentProvider, event: ClaimedEvent): Promise<void> {
  const pauseMs = pauseAfter(event.attempts)
  if (pauseMs === null) return await setEventAside(ctx, provider, event)
  await db(ctx.em)
    .updateTable('webhook_events')
    .set({ next_attempt_at: new Date(ctx.clock().getTime() + pauseMs) })
    .where('id', '=', event.id)
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '=', event.dueAgainAt)
    .execute()
}
