import { faultPoint } from '../../../../fault-points.ts'
import type { Context } from '../../../../http/context.ts'
import type { PaymentProvider } from '../../providers/provider.ts'
import type { WebhookHead, WebhookRequest } from '../../providers/provider-reports.ts'
import { storeEvent } from '../../webhooks/store-event.ts'
import { digestOf, findConfirmationAddress, type ReportedTo } from './find-confirmation-address.ts'

/** Lets a confirmation be read; answers which of the provider's addresses it came to. Throws as findConfirmationAddress. */
export const admitConfirmation = (
  ctx: Context,
  provider: PaymentProvider,
  { params }: WebhookHead,
): Promise<ReportedTo> => findConfirmationAddress(ctx, provider, params.token ?? '')

/** Stores a confirmation as a webhook event and answers its row's id; a body that comes again is the same row. */
export async function receiveConfirmation(
  ctx: Context,
  provider: PaymentProvider,
  { body }: Pick<WebhookRequest, 'body'>,
  { tokenHash, isReplaced }: ReportedTo,
): Promise<string> {
  // PostgreSQL cannot hold NUL in text.
  const text = body.toString('utf8').replaceAll('\u0000', '')
  const event_id = `confirmation:${digestOf(text).toString('hex')}`
  const id = await storeEvent(ctx, provider, {
    event_id,
    is_confirmation: true,
    is_of_replaced_address: isReplaced,
    confirmation_token_hash: tokenHash,
    body: text,
  })
  faultPoint('confirmation-stored')
  return id
}
