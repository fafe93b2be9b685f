import type { PaymentMethod } from '@marashi/domain/rules/settlement'
import { sql } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { db } from '../../../kernel/db.ts'
import { faultPoint } from '../../../kernel/fault-points.ts'
import { settleCallback } from '../providers/mpesa/settle-callback.ts'
import { settleStripeEvent } from '../providers/stripe/settle-event.ts'

const RETRY_AFTER_MS = 5_000
const BATCH = 100

/** A stored webhook event, as the provider that sent it gets it back. */
export interface WebhookEventRow {
  id: string
  paymentId: string | null
  body: string
}

/** Settles what an event reports and answers what to note on it. Throws where it must be processed again. */
type SettleEvent = (ctx: Context, event: WebhookEventRow) => Promise<string>

const settleEvent: Record<PaymentMethod, SettleEvent> = { mpesa: settleCallback, stripe: settleStripeEvent }

/** Processes one stored webhook event. Settling is idempotent, so an event that a crash interrupted is processed again. */
export async function processWebhookEvent(ctx: Context, eventId: string): Promise<void> {
  const row = await db(ctx.em)
    .selectFrom('gateway_messages')
    .select(['id', 'gateway', 'payment_id as paymentId', 'body'])
    .where('id', '=', eventId)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.body === null) return
  const { gateway, body, ...event } = row
  const outcome = await settleEvent[gateway](ctx, { ...event, body })
  faultPoint('message-settled')
  await db(ctx.em)
    .updateTable('gateway_messages')
    .set({ processed_at: ctx.clock(), outcome })
    .where('id', '=', eventId)
    .execute()
  faultPoint('message-processed')
}

/** Processes the events that were acknowledged and then interrupted by a crash. */
export async function retryWebhookEvents(ctx: Context): Promise<void> {
  const interrupted = await db(ctx.em)
    .selectFrom('gateway_messages')
    .select('id')
    .where('processed_at', 'is', null)
    .where('body', 'is not', null)
    .where('received_at', '<', new Date(ctx.clock().getTime() - RETRY_AFTER_MS))
    // M-Pesa's first: a callback needs no answer from anybody, while an event of Stripe waits for Stripe.
    .orderBy(sql`gateway = 'mpesa'`, 'desc')
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
