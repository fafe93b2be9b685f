import { setTimeout as sleep } from 'node:timers/promises'
import { attacks } from './attacks/attacks.ts'
import { checkOrders } from './check-orders.ts'
import { flood } from './flood.ts'
import { growthPerTenMinutes, leastOfEach } from './memory-log.ts'
import { attacksTable, mebibytesText, millisecondsText, ordersText, reportWrong } from './report.ts'
import { feltBetween } from './shoppers.ts'
import { openSiege, type Siege } from './siege.ts'
import { type AttackResult, underAttack } from './under-attack.ts'

const PRODUCTS = 1_000
const ORDERS_PER_SECOND = 2
const STRANGERS_PER_SECOND = 25
const NETWORKS = 2_000
const SAMPLE_EVERY_MS = 10_000
/** As often the shop gives back what it does not need (`giveBackMemory`). */
const LEAST_OF_EACH_MS = 10 * 60_000
const FAULT_EVERY_MS = 4 * 60_000
const FAULT_SECONDS = 20
const MAX_GROWTH_MIB = 1
/** What happens to the shop in turn. */
const faults = [
  'database',
  'listener-cut',
  'slow-disk',
  'gateway',
  'sockets',
  'pages',
  'mail',
  'listener-silent',
  'passwords',
  'searches',
]

/**
 * Hours of moderate traffic from strangers and shoppers, with a fault every few minutes. Prints how fast the least memory of
 * each ten minutes grew in the second half. Returns 0 when it grew by at most one MiB in ten minutes and no order was lost, else 1.
 */
export async function soak(minutes: number): Promise<number> {
  await using siege = await openSiege({
    products: PRODUCTS,
    ordersPerSecond: ORDERS_PER_SECOND,
    sampleEveryMs: SAMPLE_EVERY_MS,
  })
  const endsAtMs = performance.now() + minutes * 60_000
  const strangers = flood({
    origin: siege.fixture.origin,
    kind: 'mixture',
    productIds: siege.fixture.products.slice(0, 50).map(({ id }) => id),
    networks: NETWORKS,
    perSecond: STRANGERS_PER_SECOND,
    seconds: minutes * 60,
  })
  const results = await runFaults(siege, endsAtMs)
  await sleep(Math.max(0, endsAtMs - performance.now()))
  const { answers } = await strangers
  siege.memory.stop()
  const { samples } = siege.memory
  const least = leastOfEach(samples, LEAST_OF_EACH_MS)
  const growth = growthPerTenMinutes(least.slice(Math.floor(least.length / 2)))
  // Before the check, which may fail.
  console.log(attacksTable(results))
  const check = await checkOrders(siege)
  console.log(`strangers: ${JSON.stringify(answers)}`)
  console.log(ordersText(check))
  console.log(
    `memory: ${mebibytesText(siege.memoryAtRestMiB)} at rest, ${mebibytesText(Math.max(...samples.map(({ mebibytes }) => mebibytes)))} at most; at least, in each ten minutes, ${least.map(({ mebibytes }) => mebibytes.toFixed(0)).join(', ')}, which grew by ${growth.toFixed(2)} MiB in ten minutes in the second half (target: at most ${MAX_GROWTH_MIB})`,
  )
  const isUnharmed = reportWrong(results, check) === 0
  return growth <= MAX_GROWTH_MIB && isUnharmed ? 0 : 1
}

async function runFaults(siege: Siege, endsAtMs: number): Promise<AttackResult[]> {
  const results: AttackResult[] = []
  const firstFaultMs = performance.now() + FAULT_EVERY_MS
  for (let nth = 0; performance.now() + FAULT_EVERY_MS < endsAtMs; nth++) {
    await sleep(FAULT_EVERY_MS)
    const name = faults[nth % faults.length] as keyof typeof attacks
    const attack = attacks[name]
    if (!attack) throw new Error(`There is no attack ${name}`)
    const usualP99Ms = feltBetween(siege.shoppers.orders, 0, firstFaultMs).p99Ms
    const result = await underAttack(siege, { name, attack, seconds: FAULT_SECONDS, usualP99Ms })
    results.push(result)
    const memory = siege.shop.memoryMiB() ?? Number.NaN
    console.error(
      `${new Date().toISOString()} ${name}: p99 ${millisecondsText(result.p99Ms)}, ${mebibytesText(memory)} ${result.wrong.join('; ')}`,
    )
  }
  return results
}
