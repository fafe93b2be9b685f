import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Attack, rest } from './attack.ts'
import { attacks } from './attacks/attacks.ts'
import { checkOrders } from './check-orders.ts'
import { attacksTable, mebibytesText, ordersText, reportWrong } from './report.ts'
import { openSiege } from './siege.ts'
import { soak } from './soak.ts'
import { type AttackResult, underAttack } from './under-attack.ts'

const PRODUCTS = 10_000
const ORDERS_PER_SECOND = 5
const SAMPLE_EVERY_MS = 500
/** Of each attack's share this much is rest, in which the shop recovers. */
const REST_SECONDS = 6
const QUIET_MS = 15_000

const usage = `Usage: npm run siege -- [attack…] [--minutes 10]
       npm run siege -- --soak [--minutes 120]
  attacks    ${Object.keys(attacks).join(', ')}; all of them when none is named
  --minutes  how long all of it takes together
  --soak     moderate traffic with a fault every few minutes: does memory grow?`

process.exitCode = await main()

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' }, soak: { type: 'boolean', default: false } },
  })
  const minutes = Number(values.minutes ?? (values.soak ? 120 : 10))
  if (!(minutes > 0) || positionals.some((name) => !Object.hasOwn(attacks, name))) {
    console.error(usage)
    return 2
  }
  if (values.soak) return await soak(minutes)
  const chosen = Object.entries(attacks).filter(([name]) => positionals.length === 0 || positionals.includes(name))
  return await besiege(chosen, minutes)
}

/** Runs the attacks one after the other beside real orders and prints one table. Returns 0 when nothing was lost, else 1. */
async function besiege(chosen: [string, Attack][], minutes: number): Promise<number> {
  await using siege = await openSiege({
    products: PRODUCTS,
    ordersPerSecond: ORDERS_PER_SECOND,
    sampleEveryMs: SAMPLE_EVERY_MS,
  })
  const seconds = Math.max(5, Math.round((minutes * 60) / (chosen.length + 1) - REST_SECONDS))
  const results: AttackResult[] = []
  for (const [name, attack] of [['nothing', rest] as const, ...chosen]) {
    console.error(`${name}, ${seconds} s`)
    const usualP99Ms = results[0]?.p99Ms ?? Infinity
    results.push(await underAttack(siege, { name, attack, seconds, usualP99Ms }))
  }
  await siege.shoppers.leave()
  await sleep(QUIET_MS)
  const after = siege.shop.memoryMiB() ?? Number.NaN
  const peak = siege.shop.peakMemoryMiB() ?? Number.NaN
  // Before the check, which may fail.
  console.log(attacksTable(results))
  const check = await checkOrders(siege)
  console.log(ordersText(check))
  console.log(
    `memory: ${mebibytesText(siege.memoryAtRestMiB)} at rest, ${mebibytesText(peak)} at most, ${mebibytesText(after)} after`,
  )
  return reportWrong(results, check)
}
