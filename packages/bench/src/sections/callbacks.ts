import { setTimeout as sleep } from 'node:timers/promises'
import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'
import type { Environment } from '../environment/environment.ts'
import { type Finding, perSecond } from '../findings.ts'
import { median, type Tempo } from '../load/take-turns.ts'

const WAITING = 1_000
/** As many as the shop works with. */
const CONNECTIONS = 2
const MIN_TIMES_BARE = 0.5
const TIME_LIMIT_MS = 120_000

/**
 * A thousand callbacks that waited, as after an outage: how many a second the shop settles, beside the same number of bare
 * transactions that update one payment and one order each.
 */
export async function measureCallbacks(environment: Environment, { rounds }: Tempo): Promise<Finding[]> {
  const { databaseUrl } = await environment.shop(48)
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(databaseUrl)))
  try {
    const [database] = clients as [pg.Client, ...pg.Client[]]
    const pairs: { ours: number; bare: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      const payments = await insertOpenPayments(database, round)
      const bare = await updateEach(clients, payments)
      const ours = await settleCallbacks(database, round)
      // The first round warms both up.
      if (round > 0) pairs.push({ ours, bare })
    }
    return [compare(pairs)]
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

function compare(pairs: readonly { ours: number; bare: number }[]): Finding {
  const times = median(pairs.map(({ ours, bare }) => ours / bare))
  return {
    measure: `${WAITING} callbacks that waited, settled`,
    ours: perSecond(median(pairs.map(({ ours }) => ours))),
    baseline: perSecond(median(pairs.map(({ bare }) => bare))),
    ratio: `${times.toFixed(2)} times`,
    target: `≥ ${MIN_TIMES_BARE} times`,
    isReached: times >= MIN_TIMES_BARE,
    note: 'beside transactions of two updates each',
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = newClient(databaseUrl)
  await client.connect()
  return client
}

const numberOf = (round: number) => `CB${round}N`

/** Orders whose shoppers have been asked; answers their payments. */
async function insertOpenPayments(database: pg.Client, round: number): Promise<string[]> {
  await database.query(
    `insert into orders (order_number, customer_name, customer_phone, delivery_address, delivery_location, delivery_charge,
                         subtotal, total, status, payment_method, mpesa_status)
     select $1 || n, 'Amina', '0712345678', 'Kimathi Street 4', 'embu', 0, 4500, 4500, 'pending', 'mpesa', 'pending'
     from generate_series(1, $2::int) n`,
    [numberOf(round), WAITING],
  )
  const { rows } = await database.query<{ id: string }>(
    `insert into payments (order_id, payment_method, amount, status, provider_reference, mpesa_checkout_request_id, initiated_at)
     select id, 'mpesa', 4500, 'processing', 'ws_' || order_number, 'ws_' || order_number, now()
     from orders where order_number like $1 || '%' returning id`,
    [numberOf(round)],
  )
  await database.query('vacuum analyze orders')
  await database.query('vacuum analyze payments')
  return rows.map(({ id }) => id)
}

/** Transactions a second. */
async function updateEach(clients: readonly pg.Client[], payments: readonly string[]): Promise<number> {
  const left = [...payments]
  const start = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        await client.query('begin')
        await client.query({
          name: 'bare order',
          text: 'update orders set updated_at = now() where id = (select order_id from payments where id = $1)',
          values: [id],
        })
        await client.query({
          name: 'bare payment',
          text: 'update payments set updated_at = now() where id = $1',
          values: [id],
        })
        await client.query('commit')
      }
    }),
  )
  return payments.length / ((performance.now() - start) / 1_000)
}

/** Stores the callbacks and lets the shop's own job settle them. Callbacks a second, from the first that is settled. */
async function settleCallbacks(database: pg.Client, round: number): Promise<number> {
  await database.query(
    `insert into webhook_events (gateway, event_id, payment_id, received_at, next_attempt_at, body)
     select 'mpesa', p.id::text, p.id, now(), now(), jsonb_build_object('Body', jsonb_build_object('stkCallback',
       jsonb_build_object('CheckoutRequestID', p.provider_reference, 'ResultCode', 0, 'CallbackMetadata',
         jsonb_build_object('Item', jsonb_build_array(
           jsonb_build_object('Name', 'Amount', 'Value', 4500),
           jsonb_build_object('Name', 'MpesaReceiptNumber', 'Value', 'T' || o.order_number))))))::text
     from payments p join orders o on o.id = p.order_id where o.order_number like $1 || '%'`,
    [numberOf(round)],
  )
  const settled = () =>
    database.query<{ open: number; rate: number }>(
      `with mine as (select e.processed_at as at from webhook_events e join payments p on p.id = e.payment_id
                     join orders o on o.id = p.order_id where o.order_number like $1 || '%' and o.paid_at is not null),
            ends as (select min(at) as first, max(at) as last from mine)
       select ($2 - count(at))::int as open,
              (count(*) filter (where at > first) / nullif(extract(epoch from max(last) - min(first)), 0))::float8 as rate
       from mine, ends`,
      [numberOf(round), WAITING],
    )
  for (const deadline = Date.now() + TIME_LIMIT_MS; Date.now() < deadline; await sleep(500)) {
    const [found] = (await settled()).rows
    if (found?.open === 0) return found.rate
  }
  throw new Error(`The shop has not settled ${WAITING} callbacks within ${TIME_LIMIT_MS / 1_000} s`)
}
