import { createHash, timingSafeEqual } from 'node:crypto'
import { db } from '../../../../db/db.ts'
import { faultPoint } from '../../../../fault-points.ts'
import type { Context } from '../../../../http/context.ts'
import { notFound } from '../../../../shop-error.ts'
import type { PaymentProvider } from '../../providers/provider.ts'
import type { WebhookRequest } from '../../providers/provider-reports.ts'
import { storeEvent } from '../../webhooks/store-event.ts'

/**
 * Stores a confirmation as a webhook event and answers its row's id; a body that comes again is the same row. Throws
 * NOT_FOUND for another address than the provider was given.
 */
export async function receiveConfirmation(
  ctx: Context,
  provider: PaymentProvider,
  { params, body }: Pick<WebhookRequest, 'params' | 'body'>,
): Promise<string> {
  await requireConfirmationToken(ctx, provider, params.token ?? '')
  // PostgreSQL cannot hold NUL in text.
  const text = body.toString('utf8').replaceAll('\u0000', '')
  const event_id = `confirmation:${digestOf(text).toString('hex')}`
  const id = await storeEvent(ctx, provider, { event_id, is_confirmation: true, body: text })
  faultPoint('confirmation-stored')
  return id
}

/** Throws NOT_FOUND for a token that is not the provider's, in the same time for each. */
export async function requireConfirmationToken(
  { em }: Pick<Context, 'em'>,
  { method }: PaymentProvider,
  token: string,
): Promise<void> {
  const stored = await db(em)
    .selectFrom('confirmation_addresses')
    .select('token')
    .where('gateway', '=', method)
    .executeTakeFirst()
  if (!stored || !timingSafeEqual(digestOf(stored.token), digestOf(token))) throw notFound('Address')
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
