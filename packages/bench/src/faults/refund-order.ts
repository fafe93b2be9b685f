import { randomUUID } from 'node:crypto'
import type { Client } from './client.ts'
import type { Fixture } from './fixture.ts'
import { sendUntilAnswered } from './send.ts'

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

/** The administrator's session, as the header that a browser would send. */
export async function logIn(fixture: Fixture): Promise<{ cookie: string }> {
  const token = randomUUID()
  const hash = `encode(sha256($1::bytea), 'hex')`
  await fixture.query(
    `insert into admin_sessions (session_id, created_at, last_seen_at, expires_at) values (${hash}, now(), now(), now() + interval '7 days')`,
    [token],
  )
  return { cookie: `session=${token}` }
}

/** The administrator gives the whole payment of an order back, and sends the same request until there is an answer. */
export async function refundOrder(fixture: Fixture, { leaves, orderId }: Client): Promise<void> {
  const payment = orderId && (await untilPaid(fixture, leaves, orderId))
  if (!payment) return
  const body = {
    requestId: randomUUID(),
    amount: payment.cents,
    way: 'provider',
    reason: 'The customer changed her mind',
    password: fixture.settings.ADMIN_PASSWORD,
  }
  await sendUntilAnswered(fixture, leaves, `/api/admin/payments/${payment.id}/refunds`, body, await logIn(fixture))
}

async function untilPaid(fixture: Fixture, leaves: AbortSignal, orderId: string): Promise<Payment | undefined> {
  while (!leaves.aborted) {
    const payment = await paymentOf(fixture, orderId)
    if (payment) return payment
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  return undefined
}
