import type { Context } from '../../../../kernel/context.ts'
import { db } from '../../../../kernel/db.ts'
import { ShopError } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'

/**
 * Checks a webhook's signature over its raw bytes and stores the event, once per event id. Answers its row's id. Throws
 * BAD_REQUEST for a signature that is missing, wrong or old, SERVICE_UNAVAILABLE without configuration.
 */
export async function receiveStripeEvent(
  { em, clock, gateways }: Context,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<string> {
  if (!gateways.card) throw new ShopError('SERVICE_UNAVAILABLE', 'Card payment is not configured')
  const { id: event_id } = readSigned(() => gateways.card?.readEvent(rawBody, signature ?? ''))
  const event = await db(em)
    .insertInto('gateway_messages')
    .values({ gateway: 'stripe', event_id, body: rawBody.toString('utf8'), received_at: clock() })
    .onConflict((conflict) =>
      conflict.columns(['gateway', 'event_id']).doUpdateSet(({ ref }) => ({ event_id: ref('excluded.event_id') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  faultPoint('webhook-stored')
  return event.id
}

function readSigned<Event>(read: () => Event): NonNullable<Event> {
  try {
    const event = read()
    if (event) return event
  } catch {
    // Nothing about a forged event helps its sender.
  }
  throw new ShopError('BAD_REQUEST', 'The signature does not fit.')
}
