import { createHash } from 'node:crypto'
import type { Context } from '../../../../kernel/context.ts'
import { db } from '../../../../kernel/db.ts'
import { notFound } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { hashOfToken } from './open-attempt.ts'

/**
 * Stores a callback as a webhook event and answers its row's id; the same body for the same attempt is one row. The token
 * in the address is the proof, because callbacks are unsigned. Throws NOT_FOUND for a token that was never given out.
 */
export async function receiveMpesaCallback(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  token: string,
  body: string,
): Promise<string> {
  const payment = await db(em)
    .selectFrom('payments')
    .select('id')
    .where('callback_token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  if (!payment) throw notFound('Payment')
  faultPoint('callback-read')
  const event_id = `${payment.id}:${createHash('sha256').update(body).digest('hex')}`
  const event = await db(em)
    .insertInto('gateway_messages')
    .values({ gateway: 'mpesa', event_id, payment_id: payment.id, body, received_at: clock() })
    .onConflict((conflict) =>
      conflict.columns(['gateway', 'event_id']).doUpdateSet(({ ref }) => ({ event_id: ref('excluded.event_id') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  faultPoint('callback-stored')
  return event.id
}
