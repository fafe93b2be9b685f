import { createHash } from 'node:crypto'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { hashOfToken } from '../attempts/open-attempt.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { WebhookHead, WebhookRequest } from '../providers/provider-reports.ts'
import { storeEvent } from './store-event.ts'

/** The payment whose attempt a webhook reports on, where its address says so. */
export type WebhookSender = { paymentId: string } | 'named in the body'

/**
 * Lets a webhook's body be read. Throws NOT_FOUND for a callback token that was never given out, and BAD_REQUEST where what
 * would prove the body is missing.
 */
export async function admitWebhook(
  { em }: Pick<Context, 'em'>,
  { method, webhook: { proofHeader } }: PaymentProvider,
  { params, headers }: WebhookHead,
): Promise<WebhookSender> {
  if (proofHeader !== undefined) {
    if (!headers[proofHeader]) throw new ShopError('BAD_REQUEST', `The header ${proofHeader} is missing.`)
    return 'named in the body'
  }
  const payment = await db(em)
    .selectFrom('payments')
    .select('id as paymentId')
    .where('callback_token_hash', '=', hashOfToken(params.token ?? ''))
    .where('payment_method', '=', method)
    .executeTakeFirst()
  if (!payment) throw notFound('Payment')
  return payment
}

/**
 * Stores a webhook as an event and answers its row's id; one that comes again is the same row. Throws what the provider
 * refuses.
 */
export async function receiveWebhook(
  ctx: Context,
  provider: PaymentProvider,
  request: WebhookRequest,
  sender: WebhookSender,
): Promise<string> {
  const { eventId, body } = provider.readWebhook(ctx, request)
  faultPoint('webhook-read')
  const id = await storeEvent(ctx, provider, { ...identityOf(eventId, body, sender), body })
  faultPoint('webhook-stored')
  return id
}

function identityOf(
  eventId: string | undefined,
  body: string,
  sender: WebhookSender,
): { event_id: string; payment_id?: string } {
  if (eventId !== undefined) return { event_id: eventId }
  if (sender === 'named in the body') throw new Error('A webhook needs an id where its address names no payment.')
  const hash = createHash('sha256').update(body).digest('hex')
  return { event_id: `${sender.paymentId}:${hash}`, payment_id: sender.paymentId }
}
