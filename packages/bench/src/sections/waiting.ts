import { setTimeout as sleep } from 'node:timers/promises'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'
import { startBare } from '../bare/start-bare.ts'
import type { Child } from '../environment/children.ts'
import type { Environment, Shop } from '../environment/environment.ts'
import type { Finding } from '../findings.ts'
import { runLoad, type Stretch } from '../load/apply-load.ts'
import { median, processorNote, type Tempo, takeTurns, worstP99Ms } from '../load/take-turns.ts'

const SHOPPERS = 1_000
const COUNTED_POLLS = 20_000
const POLL_EVERY_SECONDS = 2
const MAX_TIMES_BARE = 5
const MAX_READS_PER_POLL = 1
// Safaricom's own pace (facts/mpesa C4).
const SECONDS_BETWEEN_QUERIES = 15
const STATISTICS_SETTLE_MS = 2_500

const daraja = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }

/**
 * A thousand shoppers wait for their M-Pesa payment and ask every two seconds how it stands, beside a bare Fastify route
 * under the same load: how long the slowest wait, what it costs the database, and how often Safaricom is asked meanwhile.
 */
export async function measureWaiting(environment: Environment, tempo: Tempo): Promise<Finding[]> {
  const simulator = await startGatewaySimulator({
    daraja,
    stripe: { secretKey: 'sk_test_bench', webhookSecret: 'none' },
  })
  try {
    const shop = await environment.shop(48, mpesaSettings(simulator.url))
    const database = newClient(shop.databaseUrl)
    await database.connect()
    try {
      return await measure(environment, { shop, database, tempo })
    } finally {
      await database.end()
    }
  } finally {
    await simulator.stop()
  }
}

async function measure(
  environment: Environment,
  { shop, database, tempo }: { shop: Shop; database: pg.Client; tempo: Tempo },
): Promise<Finding[]> {
  const paths = (await openPayments(database)).map((id) => `/api/orders/${id}/payment-status`)
  const bare = environment.keep(await startBare(shop, paths))
  const startedAt = Date.now()
  const turns = await takeTurns(
    { ours: (seconds) => wait(shop, paths, seconds), bare: (seconds) => wait(bare, paths, seconds) },
    { ...tempo, secondsPerTurn: 5 },
  )
  const before = await readsOfOrders(database)
  // A number of polls, none of which is cut off at the end of a turn.
  await runLoad(shop, { amount: COUNTED_POLLS, requests: paths.map((path) => ({ path })) })
  const after = await readsOfOrders(database)
  const asked = await queriesOf(database)
  const allowed = Math.floor((Date.now() - startedAt) / 1_000 / SECONDS_BETWEEN_QUERIES) + 1
  return [compareP99(turns.ours, turns.bare), readsPerPoll(after, before), pace(asked, allowed)]
}

function compareP99(ours: Stretch[], bare: Stretch[]): Finding {
  const times = median(ours.map(({ p99Ms }, round) => p99Ms / Math.max(1, (bare[round] as Stretch).p99Ms)))
  return {
    measure: `${SHOPPERS} waiting shoppers, p99`,
    ours: `${median(ours.map(({ p99Ms }) => p99Ms))} ms`,
    baseline: `${median(bare.map(({ p99Ms }) => p99Ms))} ms`,
    ratio: `${times.toFixed(1)} times`,
    target: `≤ ${MAX_TIMES_BARE} times`,
    isReached: times <= MAX_TIMES_BARE,
    note: `worst p99 ${worstP99Ms(ours)} ms, ${processorNote(ours)}`,
  }
}

interface Reads {
  byIndex: number
  whole: number
}

function readsPerPoll(after: Reads, before: Reads): Finding {
  const each = (after.byIndex - before.byIndex) / COUNTED_POLLS
  const whole = after.whole - before.whole
  return {
    measure: 'Reads of orders by index, per poll',
    ours: each.toFixed(3),
    target: `≤ ${MAX_READS_PER_POLL}`,
    // The counters also see the shop's jobs, a handful in all this time.
    isReached: each <= MAX_READS_PER_POLL + 0.02 && whole === 0,
    note: `${whole} reads of the whole table`,
  }
}

const pace = (asked: number, allowed: number): Finding => ({
  measure: `Status queries to Safaricom, ${SHOPPERS} payments open`,
  ours: String(asked),
  target: `≤ ${allowed}`,
  isReached: asked > 0 && asked <= allowed,
})

/** As many questions a second as they ask together; the load generator knows no slower pace than one a second each. */
function wait(child: Child, paths: readonly string[], seconds: number): Promise<Stretch> {
  let asked = 0
  const nextPath = () => paths[asked++ % paths.length] as string
  return runLoad(child, {
    connections: SHOPPERS / POLL_EVERY_SECONDS,
    overallRate: SHOPPERS / POLL_EVERY_SECONDS,
    duration: seconds,
    // Not a list of a thousand requests: every connection would prepare all of them.
    requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }],
  })
}

/** Orders whose prompt has just gone out. */
async function openPayments(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with placed as (
       insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal,
                           total, status, payment_method, mpesa_status)
       select 'Amina', '0712345678', 'Kimathi Street 4', 'embu', 0, 4500, 4500, 'pending', 'mpesa', 'pending'
       from generate_series(1, $1) returning id
     ), asked as (
       insert into payments (order_id, payment_method, amount, status, provider_reference, mpesa_checkout_request_id, initiated_at,
                             next_query_at)
       select id, 'mpesa', 4500, 'pending', 'ws_CO_' || id, 'ws_CO_' || id, now(), now() from placed
     )
     select id from placed`,
    [SHOPPERS],
  )
  // What this has read itself shall not be counted later.
  await database.query('analyze orders; analyze payments; select pg_stat_force_next_flush()')
  return rows.map(({ id }) => id)
}

async function readsOfOrders(database: pg.Client): Promise<Reads> {
  await sleep(STATISTICS_SETTLE_MS)
  const { rows } = await database.query<Reads>(
    `select idx_scan::int as "byIndex", seq_scan::int as whole from pg_stat_user_tables where relname = 'orders'`,
  )
  return rows[0] as Reads
}

async function queriesOf(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select sum(query_count)::int as count from payments')
  return rows[0]?.count ?? 0
}

const mpesaSettings = (url: string): Record<string, string> => ({
  MPESA_BASE_URL: url,
  MPESA_CONSUMER_KEY: daraja.consumerKey,
  MPESA_CONSUMER_SECRET: daraja.consumerSecret,
  MPESA_SHORTCODE: daraja.shortcode,
  MPESA_PASSKEY: daraja.passkey,
})
