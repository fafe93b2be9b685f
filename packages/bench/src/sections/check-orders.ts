import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { newClient } from '@marashi/postgres/connection'
import type { Shop } from '../environment/environment.ts'
import type { Finding } from '../findings.ts'

/** A request as it was sent, to look for in the database and to send again. */
export interface SentOrder {
  key: string
  body: string
  lines: number
}

const REPEATED = 50

/** Orders that were cut off at the end of a turn are still being written. */
const SETTLING_MS = 1_000

/**
 * Compares the database with what the shop answered. `answered` holds each request by the id of its order: the order must
 * be stored once, whole and under its key, and the same request again must return the same order.
 */
export async function checkOrders(shop: Shop, answered: ReadonlyMap<string, SentOrder>): Promise<Finding[]> {
  await sleep(SETTLING_MS)
  const before = await readStoredOrders(shop)
  let lost = 0
  for (const [id, { key, lines }] of answered) {
    const stored = before.get(id)
    if (stored?.key !== key || stored.lines !== lines) lost++
  }
  const repeated = [...answered].slice(-REPEATED)
  let changed = 0
  for (const [id, sent] of repeated) if ((await send(shop, sent)).id !== id) changed++
  const added = (await readStoredOrders(shop)).size - before.size
  return [
    {
      measure: 'Orders answered and not whole in the database',
      ours: String(lost),
      target: '0',
      isReached: lost === 0,
      note: `${answered.size} answered, ${before.size} in the database (the rest was cut off at the end of a turn)`,
    },
    {
      measure: 'Orders doubled by asking again',
      ours: String(changed + added),
      target: '0',
      isReached: changed + added === 0,
      note: `${repeated.length} requests repeated`,
    },
  ]
}

interface StoredOrder {
  key: string
  lines: number
}

async function readStoredOrders({ databaseUrl }: Shop): Promise<Map<string, StoredOrder>> {
  const client = newClient(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<StoredOrder & { id: string }>(
      `select o.id, k.key, (select count(*)::int from order_items i where i.order_id = o.id) as lines
       from orders o left join order_keys k on k.order_id = o.id`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  } finally {
    await client.end()
  }
}

async function send({ origin }: Shop, { key, body }: SentOrder): Promise<OrderReceipt> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await fetch(`${origin}/api/orders`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`A repeated order was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as OrderReceipt
}
