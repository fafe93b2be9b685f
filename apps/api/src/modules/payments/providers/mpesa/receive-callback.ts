import { createHash } from 'node:crypto'
import type { Context } from '../../../../kernel/context.ts'
import { notFound } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { hashOfToken } from './open-attempt.ts'

/**
 * Stores a callback in the inbox and answers its row's id; the same body of the same attempt is one row. The token in the
 * address is the proof: callbacks are unsigned (facts/mpesa C8). Throws NOT_FOUND for a token that was never given out.
 */
export async function takeMpesaCallback(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  token: string,
  body: string,
): Promise<string> {
  const [payment]: { id: string }[] = await em.execute('select id from payments where callback_token_hash = ?', [
    hashOfToken(token),
  ])
  if (!payment) throw notFound('Payment')
  faultPoint('callback-read')
  const eventId = `${payment.id}:${createHash('sha256').update(body).digest('hex')}`
  const [message]: { id: string }[] = await em.execute(
    `insert into gateway_messages (gateway, event_id, payment_id, body, received_at) values ('mpesa', ?, ?, ?, ?)
     on conflict (gateway, event_id) do update set event_id = excluded.event_id returning id`,
    [eventId, payment.id, body, clock()],
  )
  if (!message) throw new Error('The callback was not stored')
  faultPoint('callback-stored')
  return message.id
}
