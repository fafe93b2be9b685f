import { randomUUID } from 'node:crypto'
import { readEnvironment } from '@marashi/api/env'
import { passwordMark } from '@marashi/api/modules/admin/session/admin-password'
import type { Client } from './client.ts'
import type { Fixture } from './fixture.ts'
import { sendUntilAnswered } from './send.ts'
import { untilThere } from './until-there.ts'

interface Payment {
  id: string
  cents: number
}

/** The completed payment of an order; undefined where none has completed. */
export async function paymentOf({ query }: Fixture, orderId: string): Promise<Payment | undefined> {
  const [payment] = await query<Payment>(
    `select id, (amount * 100)::int as cents from payments where order_id = $1 and status = 'completed' and provider_receipt is not null`,
    [orderId],
  )
  return payment
}

const marks = new WeakMap<Fixture, Promise<string>>()

/** A session ends with the password that opened it. */
function markOf(fixture: Fixture): Promise<string> {
  const mark = marks.get(fixture) ?? passwordMark(readEnvironment(fixture.settings))
  marks.set(fixture, mark)
  return mark
}

/** The administrator's session, as the header that a browser would send. */
export async function logIn(fixture: Fixture): Promise<{ cookie: string }> {
  const token = randomUUID()
  const hash = `encode(sha256($1::bytea), 'hex')`
  await fixture.query(
    `insert into admin_sessions (session_id, password_mark, created_at, last_seen_at, expires_at)
     values (${hash}, $2, now(), now(), now() + interval '7 days')`,
    [token, await markOf(fixture)],
  )
  return { cookie: `session=${token}` }
}

/** The administrator gives the whole payment of an order back, and sends the same request until there is an answer. */
export async function refundOrder(fixture: Fixture, { leaves, orderId }: Client): Promise<void> {
  const payment = orderId && (await untilPaid(fixture, leaves, orderId))
  if (!payment) return
  const { path, body } = refundOf(fixture, payment)
  await sendUntilAnswered(fixture, leaves, path, body, await logIn(fixture))
}

/**
 * The administrator cancels a paid order and has its money given back, and sends the same request until there is an answer;
 * one that was carried out and whose answer was lost is refused the next time.
 */
export async function cancelOrder(fixture: Fixture, { leaves, orderId }: Client): Promise<void> {
  if (!orderId || !(await untilPaid(fixture, leaves, orderId))) return
  const body = { reason: 'The last bottle broke', refund: 'provider', password: fixture.settings.ADMIN_PASSWORD }
  await sendUntilAnswered(fixture, leaves, `/api/admin/orders/${orderId}/cancel`, body, await logIn(fixture))
}

/** The request that gives a whole payment back; a new one each time. */
export const refundOf = ({ settings }: Fixture, { id, cents }: Payment) => ({
  path: `/api/admin/payments/${id}/refunds`,
  body: {
    requestId: randomUUID(),
    amount: cents,
    way: 'provider',
    reason: 'The customer changed her mind',
    password: settings.ADMIN_PASSWORD,
  },
})

/** The completed payment of an order, as soon as there is one; undefined when the client left before. */
export async function untilPaid(fixture: Fixture, leaves: AbortSignal, orderId: string): Promise<Payment | undefined> {
  return await untilThere(leaves, () => paymentOf(fixture, orderId))
}
