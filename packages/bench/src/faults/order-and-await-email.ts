import { type Client, order } from './client.ts'
import type { Fixture } from './fixture.ts'
import { untilThere } from './until-there.ts'

/**
 * Orders, to pay the courier, and waits until the shopper was e-mailed that the order was received, or that it is on its way once the
 * owner has sent it out. The minutes that each e-mail waits pass at once.
 */
export async function orderAndAwaitEmail(
  fixture: Fixture,
  client: Client,
  kind: 'received' | 'sent-out',
): Promise<void> {
  const orderId = await order(fixture, client, 'manual')
  if (!orderId) return
  if (kind === 'sent-out') {
    await fixture.query(`update orders set status = 'shipped', updated_at = now() where id = $1`, [orderId])
  }
  await untilThere(client.leaves, async () => {
    const [email] = await fixture.query<{ isOver: boolean }>(
      `update order_emails set next_attempt_at = least(next_attempt_at, now()) where order_id = $1 and kind = $2
       returning next_attempt_at is null as "isOver"`,
      [orderId, kind],
    )
    return email?.isOver || undefined
  })
}
