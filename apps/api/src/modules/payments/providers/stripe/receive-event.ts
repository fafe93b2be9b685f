import type { Context } from '../../../../kernel/context.ts'
import { ShopError } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'

/**
 * Checks a webhook's signature over its raw bytes and stores the event in the inbox, once per event id. Answers its row.
 * Throws BAD_REQUEST for a signature that is missing, wrong or old, SERVICE_UNAVAILABLE without configuration.
 */
export async function takeStripeEvent(
  { em, clock, gateways }: Context,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<string> {
  if (!gateways.card) throw new ShopError('SERVICE_UNAVAILABLE', 'Card payment is not configured')
  const event = readSigned(() => gateways.card?.readEvent(rawBody, signature ?? ''))
  const [message]: { id: string }[] = await em.execute(
    `insert into gateway_messages (gateway, event_id, body, received_at) values ('stripe', ?, ?, ?)
     on conflict (gateway, event_id) do update set event_id = excluded.event_id returning id`,
    [event.id, rawBody.toString('utf8'), clock()],
  )
  if (!message) throw new Error('The event was not stored')
  faultPoint('webhook-stored')
  return message.id
}

function readSigned<Event>(read: () => Event): NonNullable<Event> {
  try {
    const event = read()
    if (event) return event
  } catch {
    // Nothing of a forged message is worth telling its sender.
  }
  throw new ShopError('BAD_REQUEST', 'The signature does not fit.')
}
