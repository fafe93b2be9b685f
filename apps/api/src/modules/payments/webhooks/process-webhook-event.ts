import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { paymentProviders, providerOf } from '../providers/registry.ts'
import { settleRefundCallback } from '../refunds/settle-refund-callback.ts'
import { settleEvent } from './settle-event.ts'

const RETRY_AFTER_MS = 5_000
const BATCH = 100

/** Processes one stored webhook event. Settling is idempotent, so an event that a crash interrupted is processed again. */
export async function processWebhookEvent(ctx: Context, eventId: string): Promise<void> {
  const row = await db(ctx.em)
    .selectFrom('webhook_events')
    .select(['id', 'gateway', 'payment_id as paymentId', 'refund_token_hash as tokenHash', 'body'])
    .where('id', '=', eventId)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.body === null) return
  const { gateway, body, tokenHash, ...event } = row
  const provider = providerOf(gateway)
  const outcome =
    tokenHash === null
      ? await settleEvent(ctx, provider, { ...event, body })
      : await settleRefundCallback(ctx, provider, { tokenHash, body })
  faultPoint('webhook-settled')
  await db(ctx.em)
    .updateTable('webhook_events')
    .set({ processed_at: ctx.clock(), outcome })
    .where('id', '=', eventId)
    .execute()
  faultPoint('webhook-processed')
}

/** Processes the events that were acknowledged and then interrupted by a crash. */
export async function retryWebhookEvents(ctx: Context): Promise<void> {
  const waiting = paymentProviders()
    .filter(({ webhook }) => webhook.needsLookUp)
    .map(({ method }) => method)
  const interrupted = await db(ctx.em)
    .selectFrom('webhook_events')
    .select('id')
    .where('processed_at', 'is', null)
    .where('body', 'is not', null)
    .where('received_at', '<', new Date(ctx.clock().getTime() - RETRY_AFTER_MS))
    // First what needs no answer from anybody: the others may wait for a provider that is silent.
    .orderBy(sql`gateway = any(${waiting}::text[])`)
    .orderBy('received_at')
    .limit(BATCH)
    .execute()
  for (const { id } of interrupted) {
    try {
      await processWebhookEvent(ctx, id)
    } catch (error) {
      // The others must not wait for it.
      ctx.log.error({ err: error, webhookEventId: id }, 'a webhook event was not processed')
    }
  }
}
