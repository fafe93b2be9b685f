import { connectionSettings } from '@marashi/api/db/connection-settings'
import { searchPool } from '@marashi/api/modules/catalogue/search/searches'
import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'
import { recordSearch, type Statement } from '../bare/recorded-search.ts'
import { chanceOf } from '../environment/chance.ts'
import { processorSeconds } from '../environment/children.ts'
import type { Environment, Shop } from '../environment/environment.ts'
import { readProducts } from '../environment/read-products.ts'
import { type Finding, percent, perSecond } from '../findings.ts'
import { applyLoad, type Stretch } from '../load/apply-load.ts'
import { type SearchKinds, searchKinds } from '../load/search-kinds.ts'
import { median, rateOf, type Tempo, worstP99Ms } from '../load/take-turns.ts'
import { orderLoad, SOLD } from './orders.ts'

const CATALOGUE = { products: 10_000, words: 50_000 }
const MIN_PER_CORE = 1_000
const MAX_ORDER_P99_MS = 50
const ORDERS_PER_SECOND = 20

/**
 * Searches that nobody has sent before in a catalogue of many words: how many one core of PostgreSQL answers, beside
 * selects of one product by its id on the same connection, and what orders feel while searches come at full speed.
 */
export async function measureSearches(environment: Environment, tempo: Tempo): Promise<Finding[]> {
  const shop = await environment.shop(CATALOGUE)
  const client = newClient(shop.databaseUrl)
  await client.connect()
  try {
    const settings = Object.entries({ ...connectionSettings, ...searchPool.settings })
    await client.query(settings.map(([name, value]) => `set ${name} = ${value}`).join('; '))
    const { rows } = await client.query<{ id: string; text: string }>(
      `select id, name || ' ' || description as text from products order by id limit 2000`,
    )
    const kinds = searchKinds(
      rows.map(({ text }) => text),
      chanceOf(tempo.rounds),
    )
    const ids = rows.map(({ id }) => id)
    return [...(await searchesPerCore(client, { kinds, ids, tempo })), ...(await ordersBeside(shop, kinds, tempo))]
  } finally {
    await client.end()
  }
}

async function searchesPerCore(
  client: pg.Client,
  { kinds, ids, tempo }: { kinds: SearchKinds; ids: string[]; tempo: Tempo },
): Promise<Finding[]> {
  const statements = await Promise.all([1, 2, 3].map(async (count) => (await recordSearch(count))[0] as Statement))
  const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = backend.rows[0]?.pid as number
  const search = (words: string) => {
    const count = words.split(' ').length
    const { sql, values } = statements[count - 1] as Statement
    return client.query({
      name: `search-${count}`,
      text: sql,
      values: values.map((value) => (value === 'words' ? words : value.constant)),
    })
  }
  let nth = 0
  const byId = () =>
    client.query({
      name: 'by-id',
      text: 'select id, name, price from products where id = $1',
      values: [ids[nth++ % ids.length]],
    })
  const findings: Finding[] = []
  for (const [kind, nextTerm] of Object.entries(kinds)) {
    const asked = await rateOnCore(pid, tempo, () => search(nextTerm()))
    const bare = await rateOnCore(pid, tempo, byId)
    findings.push({
      measure: `New searches on a core of PostgreSQL, ${kind}`,
      ours: perSecond(asked.perCore),
      baseline: perSecond(bare.perCore),
      ratio: percent(asked.perCore / bare.perCore),
      ...(kind === 'mixed' && { target: `≥ ${perSecond(MIN_PER_CORE)}`, isReached: asked.perCore >= MIN_PER_CORE }),
      note: `${CATALOGUE.products} products, ${CATALOGUE.words} words; one connection ${perSecond(asked.perSecond)}, by id ${perSecond(bare.perSecond)}`,
    })
  }
  return findings
}

/** Runs the statement again and again on one connection: how often in a second, and in a second of its processor. */
async function rateOnCore(pid: number, { rounds, secondsPerTurn }: Tempo, run: () => Promise<unknown>) {
  for (let time = 0; time < 300; time++) await run()
  const startedAt = performance.now()
  const usedBefore = processorSeconds(pid)
  let count = 0
  while (performance.now() - startedAt < rounds * secondsPerTurn * 500) {
    await run()
    count++
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const used = processorSeconds(pid) - usedBefore
  return { perSecond: count / seconds, perCore: count / (Number.isNaN(used) ? seconds : used) }
}

async function ordersBeside(shop: Shop, { mixed }: SearchKinds, { rounds, secondsPerTurn }: Tempo): Promise<Finding[]> {
  const rate = { connections: 4, overallRate: ORDERS_PER_SECOND }
  const order = orderLoad(shop, await readProducts(shop.origin, SOLD), new Map(), rate)
  const paths = () => `/api/products?page=1&limit=12&search=${encodeURIComponent(mixed())}`
  const alone: Stretch[] = []
  const beside: Stretch[] = []
  const searches: Stretch[] = []
  await order(1)
  for (let round = 0; round < rounds; round++) {
    const seconds = 2 * secondsPerTurn
    alone.push(await order(seconds))
    const [ordered, searched] = await Promise.all([order(seconds), applyLoad({ child: shop, paths, seconds })])
    beside.push(ordered)
    searches.push(searched)
  }
  const p99 = median(beside.map(({ p99Ms }) => p99Ms))
  return [
    {
      measure: 'Orders while searches run at full speed, p99',
      ours: `${p99} ms`,
      baseline: `${median(alone.map(({ p99Ms }) => p99Ms))} ms alone`,
      target: `< ${MAX_ORDER_P99_MS} ms`,
      isReached: p99 < MAX_ORDER_P99_MS,
      note: `p50 ${p50Of(beside)} ms, alone ${p50Of(alone)} ms; worst p99 ${worstP99Ms(beside)} ms; ${ORDERS_PER_SECOND} orders and ${Math.round(rateOf(searches))} new searches a second`,
    },
  ]
}

const p50Of = (stretches: readonly Stretch[]): number => median(stretches.map(({ p50Ms }) => p50Ms))
