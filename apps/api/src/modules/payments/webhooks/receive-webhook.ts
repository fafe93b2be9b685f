import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'
import { hashOfToken } from '../attempts/open-attempt.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { ReceivedWebhook, WebhookRequest } from '../providers/provider-reports.ts'
import { storeEvent } from './store-event.ts'

/**
 * Stores a webhook as an event and answers its row's id; one that comes again is the same row. Throws what the provider
 * refuses, and NOT_FOUND for a callback token that was never given out.
 */
export async function receiveWebhook(
  ctx: Context,
  provider: PaymentProvider,
  request: WebhookRequest,
): Promise<string> {
  const received = provider.readWebhook(ctx, request)
  const identity = await identityOf(ctx.em, provider, received)
  faultPoint('webhook-read')
  const id = await storeEvent(ctx, provider, { ...identity, body: received.body })
  faultPoint('webhook-stored')
  return id
}

async function identityOf(
  em: EntityManager,
  { method }: PaymentProvider,
  received: ReceivedWebhook,
): Promise<{ event_id: string; payment_id?: string }> {
  if ('eventId' in received) return { event_id: received.eventId }
  const payment = await db(em)
    .selectFrom('payments')
    .select('id')
    .where('callback_token_hash', '=', hashOfToken(received.callbackToken))
    .where('payment_method', '=', method)
    .executeTakeFirst()
  if (!payment) throw notFound('Payment')
  const hash = createHash('sha256').update(received.body).digest('hex')
  return { event_id: `${payment.id}:${hash}`, payment_id: payment.id }
}
