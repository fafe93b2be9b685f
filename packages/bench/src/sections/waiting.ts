import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'
import { startBare } from '../bare/start-bare.ts'
import type { Child } from '../environment/children.ts'
import type { Environment, Shop } from '../environment/environment.ts'
import type { Finding } from '../findings.ts'
import { runLoad, type Stretch } from '../load/apply-load.ts'
import { median, processorNote, type Tempo, takeTurns, worstP99Ms } from '../load/take-turns.ts'
import { countStatusQueries, insertOpenPayments, type Reads, readsOfOrders } from './open-payments.ts'

const CLIENTS = 1_000
const COUNTED_POLLS = 20_000
const POLL_EVERY_SECONDS = 2
const MAX_TIMES_BARE = 5
const MAX_READS_PER_POLL = 1
// Safaricom's own limit, see docs/gateways/mpesa.md#status-query.
const SECONDS_BETWEEN_QUERIES = 12

const daraja = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }

/**
 * A thousand clients wait for their M-Pesa payment and poll its status every two seconds, beside a bare Fastify route
 * under the same load: the slowest responses, the reads of the database, and the status queries to Safaricom meanwhile.
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
  const paths = (await insertOpenPayments(database, CLIENTS)).map((id) => `/api/orders/${id}/payment-status`)
  const bare = environment.keep(await startBare(shop, paths))
  const startedAt = Date.now()
  const turns = await takeTurns(
    { ours: (seconds) => poll(shop, paths, seconds), bare: (seconds) => poll(bare, paths, seconds) },
    { ...tempo, secondsPerTurn: 5 },
  )
  const before = await readsOfOrders(database)
  // A fixed number of polls: none is cut off at the end of a turn.
  await runLoad(shop, { amount: COUNTED_POLLS, requests: paths.map((path) => ({ path })) })
  const after = await readsOfOrders(database)
  const sent = await countStatusQueries(database)
  const allowed = Math.floor((Date.now() - startedAt) / 1_000 / SECONDS_BETWEEN_QUERIES) + 1
  return [compareP99(turns.ours, turns.bare), readsPerPoll(after, before), statusQueries(sent, allowed)]
}

function compareP99(ours: Stretch[], bare: Stretch[]): Finding {
  const times = median(ours.map(({ p99Ms }, round) => p99Ms / Math.max(1, (bare[round] as Stretch).p99Ms)))
  return {
    measure: `${CLIENTS} waiting clients, p99`,
    ours: `${median(ours.map(({ p99Ms }) => p99Ms))} ms`,
    baseline: `${median(bare.map(({ p99Ms }) => p99Ms))} ms`,
    ratio: `${times.toFixed(1)} times`,
    target: `≤ ${MAX_TIMES_BARE} times`,
    isReached: times <= MAX_TIMES_BARE,
    note: `worst p99 ${worstP99Ms(ours)} ms, ${processorNote(ours)}`,
  }
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

const statusQueries = (sent: number, allowed: number): Finding => ({
  measure: `Status queries to Safaricom, ${CLIENTS} payments open`,
  ours: String(sent),
  target: `≤ ${allowed}`,
  isReached: sent > 0 && sent <= allowed,
})

/** Sends as many polls a second as all clients together; the load generator allows no fewer than one a second each. */
function poll(child: Child, paths: readonly string[], seconds: number): Promise<Stretch> {
  let polls = 0
  const nextPath = () => paths[polls++ % paths.length] as string
  return runLoad(child, {
    connections: CLIENTS / POLL_EVERY_SECONDS,
    overallRate: CLIENTS / POLL_EVERY_SECONDS,
    duration: seconds,
    // Not a list of a thousand requests: every connection would prepare all of them.
    requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }],
  })
}

/** Production refuses a gateway without TLS, and the sandbox's number. */
const mpesaSettings = (url: string): Record<string, string> => ({
  NODE_ENV: 'development',
  MPESA_BASE_URL: url,
  MPESA_CONSUMER_KEY: daraja.consumerKey,
  MPESA_CONSUMER_SECRET: daraja.consumerSecret,
  MPESA_SHORTCODE: daraja.shortcode,
  MPESA_PASSKEY: daraja.passkey,
})
