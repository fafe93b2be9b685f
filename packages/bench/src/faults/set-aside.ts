import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_ATTEMPTS } from '@marashi/api/jobs/retry-pauses'
import type { Fixture } from './fixture.ts'
import { logIn } from './refund-order.ts'
import { send } from './send.ts'

// The shop gives an attempt that was cut off half a minute before another one takes the event.
const PATIENCE_MS = 90_000
const POLL_MS = 400

/** Stores an event about a payment that nobody can process, as an earlier version or a fault of the shop may leave one. */
export async function poison(
  { query }: Fixture,
  { paymentId, attempts }: { paymentId: string | null; attempts: number },
): Promise<string> {
  const [event] = await query<{ id: string }>(
    `insert into webhook_events (gateway, event_id, payment_id, body, received_at, attempts, next_attempt_at)
     values ('stripe', $1, $2, '{', now(), $3, case when $3 < $4::int then now() end) returning id`,
    [`evt_${randomUUID()}`, paymentId, attempts, MAX_ATTEMPTS],
  )
  if (!event) throw new Error('The event was not stored')
  return event.id
}

/** An event about a payment that was set aside is tried again and dismissed. */
export async function dismissPoisoned(fixture: Fixture, paymentId: string, leaves: AbortSignal): Promise<void> {
  await retryThenDismiss(fixture, await poison(fixture, { paymentId, attempts: MAX_ATTEMPTS }), leaves)
}

/**
 * The administrator has an event that was set aside tried again, and dismisses it when that is of no use. While clients stay
 * the shop may be killed again and again; after that she tries a while longer. One that stays breaks I8.
 */
export async function retryThenDismiss(
  fixture: Fixture,
  eventId: string,
  leaves: AbortSignal = AbortSignal.abort(),
): Promise<void> {
  const path = `/api/admin/webhook-events/${eventId}`
  const session = await logIn(fixture)
  await send(fixture, `${path}/retry`, {}, session)
  for (let endsAt = Number.POSITIVE_INFINITY; Date.now() < endsAt; await sleep(POLL_MS)) {
    const answer = await send(fixture, `${path}/dismiss`, { reason: 'It cannot be read' }, session)
    if (answer?.body.state === 'dismissed') return
    if (leaves.aborted) endsAt = Math.min(endsAt, Date.now() + PATIENCE_MS)
  }
}
