import { randomUUID } from 'node:crypto'
import { type Client, order } from './client.ts'
import type { Fixture } from './fixture.ts'
import { checkToday } from './pay-by-hand.ts'
import { logIn } from './refund-order.ts'
import { sendUntilAnswered } from './send.ts'

/** Orders, and the administrator adds one note under one key, however often the request is sent. */
export async function buyAndBeNoted(fixture: Fixture, client: Client): Promise<void> {
  const orderId = await order(fixture, client, 'manual')
  if (!orderId) return
  const key = randomUUID()
  const headers = { ...(await logIn(fixture)), 'idempotency-key': key }
  await sendUntilAnswered(fixture, client.leaves, `/api/admin/orders/${orderId}/notes`, { text: key }, headers)
}

/** The administrator asks the gateways for their lists of today under one key. */
export const checkTodayOnce = (fixture: Fixture, client: Client): Promise<void> =>
  checkToday(fixture, client, { 'idempotency-key': randomUUID() })
