import { faultPoint } from '../../../../fault-points.ts'
import type { Context } from '../../../../http/context.ts'
import type { PaymentProvider } from '../../providers/provider.ts'
import type { WebhookRequest } from '../../providers/provider-reports.ts'
import { storeEvent } from '../../webhooks/store-event.ts'
import { digestOf, findConfirmationAddress } from './find-confirmation-address.ts'

/**
 * Stores a confirmation as a webhook event and answers its row's id; a body that comes again is the same row. Throws as
 * findConfirmationAddress.
 */
export async function receiveConfirmation(
  ctx: Context,
  provider: PaymentProvider,
  { params, body }: Pick<WebhookRequest, 'params' | 'body'>,
): Promise<string> {
  const address = await findConfirmationAddress(ctx, provider, params.token ?? '')
  // PostgreSQL cannot hold NUL in text.
  const text = body.toString('utf8').replaceAll('\u0000', '')
  const event_id = `confirmation:${digestOf(text).toString('hex')}`
  const is_of_replaced_address = address === 'replaced'
  const id = await storeEvent(ctx, provider, { event_id, is_confirmation: true, is_of_replaced_address, body: text })
  faultPoint('confirmation-stored')
  return id
}
