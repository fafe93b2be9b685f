import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startRoundRobin } from '@marashi/api/testing/proxies'
import type { Environment } from '../environment/environment.ts'
import type { Product } from '../environment/order-body.ts'
import { readProducts } from '../environment/read-products.ts'
import { type Finding, perSecond } from '../findings.ts'
import type { Tempo } from '../load/take-turns.ts'
import { checkOrders, type SentOrder } from './check-orders.ts'
import { anyOrder, SOLD } from './orders.ts'

const ORDERS_PER_SECOND = 300
const ATTEMPTS = 5
const BETWEEN_ATTEMPTS_MS = 300

/** Three processes on one database take 300 orders a second through a proxy; one of them is killed. */
export async function measureProcesses(environment: Environment, { isQuick }: Tempo): Promise<Finding[]> {
  const shop = await environment.shop(48, { SHOP_NAME: 'Marashi one' })
  const settings = { DATABASE_URL: shop.databaseUrl }
  const victim = await environment.shop(48, { ...settings, SHOP_NAME: 'Marashi two' })
  const third = await environment.shop(48, { ...settings, SHOP_NAME: 'Marashi three' })
  await using proxy = await startRoundRobin([shop, victim, third].map(({ origin }) => Number(new URL(origin).port)))
  const orders = sendOrders(`http://127.0.0.1:${proxy.port}`, await readProducts(shop.origin, SOLD))
  const halfMs = isQuick ? 2_000 : 10_000
  await wait(halfMs)
  victim.kill()
  await wait(halfMs)
  const { answered, failures, p99Ms, seconds } = await orders.end()
  const rate = answered.size / seconds
  return [
    {
      measure: 'Orders by three processes, one killed',
      ours: perSecond(rate),
      target: `≥ ${perSecond(0.95 * ORDERS_PER_SECOND)}`,
      isReached: rate >= 0.95 * ORDERS_PER_SECOND,
      note: `p99 ${Math.round(p99Ms)} ms with repeats; ${failures} requests were cut off or refused, and repeated`,
    },
    ...(await checkOrders(shop, answered)),
  ]
}

/** Sends orders at their times, whether earlier ones were answered or not; each is repeated with its key until it is. */
function sendOrders(origin: string, products: Product[]) {
  const answered = new Map<string, SentOrder>()
  const latencies: number[] = []
  const open = new Set<Promise<void>>()
  let failures = 0

  async function buy(): Promise<void> {
    const order = anyOrder(products)
    const sent = { key: randomUUID(), body: JSON.stringify(order), lines: order.items.length }
    const startedAt = performance.now()
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const id = await send(origin, sent)
      if (id) {
        answered.set(id, sent)
        latencies.push(performance.now() - startedAt)
        return
      }
      failures++
      await wait(BETWEEN_ATTEMPTS_MS)
    }
  }

  const startedAt = performance.now()
  let begun = 0
  const timer = setInterval(() => {
    for (const due = ((performance.now() - startedAt) / 1_000) * ORDERS_PER_SECOND; begun < due; begun++) {
      const buying = buy().finally(() => open.delete(buying))
      open.add(buying)
    }
  }, 5)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(open)
      const p99Ms = latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.NaN
      return { answered, failures, p99Ms, seconds: (performance.now() - startedAt) / 1_000 }
    },
  }
}

/** The id of the order; undefined where it was not taken. */
async function send(origin: string, { key, body }: SentOrder): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  try {
    const answer = await fetch(`${origin}/api/orders`, { method: 'POST', headers, body })
    return answer.status === 201 ? ((await answer.json()) as { id: string }).id : void (await answer.text())
  } catch {
    return undefined
  }
}
