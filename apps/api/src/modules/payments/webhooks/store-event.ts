import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { FIRST_TURN_MS } from './attempt-length.ts'

interface EventToStore {
  event_id: string
  payment_id?: string
  result_token_hash?: string
  is_confirmation?: boolean
  is_of_replaced_address?: boolean
  confirmation_token_hash?: string
  body: string
}

/** Stores a webhook as an event that is due soon and answers its row's id; one that comes again is the same row. */
export async function storeEvent(
  { em, clock }: Context,
  { method }: PaymentProvider,
  event: EventToStore,
): Promise<string> {
  const now = clock()
  const { id } = await db(em)
    .insertInto('webhook_events')
    .values({
      ...event,
      gateway: method,
      received_at: now,
      next_attempt_at: new Date(now.getTime() + FIRST_TURN_MS),
    })
    .onConflict((conflict) =>
      conflict.columns(['gateway', 'event_id']).doUpdateSet(({ ref }) => ({ event_id: ref('excluded.event_id') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
