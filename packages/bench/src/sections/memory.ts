import autocannon from 'autocannon'
import type { Environment, Shop } from '../environment/environment.ts'
import { readProducts } from '../environment/read-products.ts'
import { type Finding, percent, perSecond } from '../findings.ts'
import type { Tempo } from '../load/take-turns.ts'

const PRODUCTS = 1_000
const HEAP_MIB = 256
const MAX_MIB = 300
const CONNECTIONS = 8
const STRETCHES = 10
/** How much more processor time than the first stretch, which is still warming up, the last may take for an address. */
const MAX_GROWTH = 1.05

/**
 * How much memory strangers can make one process use: new addresses of every kind that costs a render or a statement.
 * The process must stay alive within a small heap, and be no slower in the end.
 */
export async function measureMemory(environment: Environment, tempo: Tempo): Promise<Finding[]> {
  const shop = await environment.shop(PRODUCTS, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` })
  const addresses = tempo.addresses ?? (tempo.isQuick ? 3_000 : 30_000)
  const id = await someProduct(shop)
  const stretches: Asked[] = []
  let asked = 0
  for (let nth = 0; nth < STRETCHES; nth++) {
    stretches.push(await ask(shop, addresses / STRETCHES, () => strangeAddress(++asked, id)))
    console.error(`${asked.toLocaleString('en')} addresses: ${Math.round(shop.memoryMiB() ?? Number.NaN)} MiB`)
  }
  const isAlive = (await fetch(`${shop.origin}/readyz`).catch(() => undefined))?.ok === true
  const peakMiB = shop.peakMemoryMiB() ?? Number.NaN
  const failed = stretches.reduce((sum, stretch) => sum + stretch.failed, 0)
  const seconds = stretches.reduce((sum, stretch) => sum + stretch.seconds, 0)
  const [first, last] = [stretches[0] as Asked, stretches.at(-1) as Asked]
  return [
    {
      measure: `Memory at most, through ${addresses.toLocaleString('en')} strange addresses`,
      ours: isAlive ? `${Math.round(peakMiB)} MiB` : 'ended',
      target: `≤ ${MAX_MIB} MiB, alive`,
      isReached: isAlive && failed === 0 && peakMiB <= MAX_MIB,
      note: `heap of ${HEAP_MIB} MiB, ${Math.round(shop.memoryMiB() ?? Number.NaN)} MiB afterwards, ${perSecond(addresses / seconds)}, ${failed} failed`,
    },
    {
      measure: 'Processor time for a strange address, last tenth beside first',
      ours: `${last.processorMs.toFixed(2)} ms`,
      baseline: `${first.processorMs.toFixed(2)} ms`,
      ratio: percent(last.processorMs / first.processorMs),
      target: `≤ ${percent(MAX_GROWTH)}`,
      isReached: last.processorMs <= MAX_GROWTH * first.processorMs,
      note: `p99 ${last.p99Ms} ms, first ${first.p99Ms} ms`,
    },
  ]
}

interface Asked {
  seconds: number
  processorMs: number
  p99Ms: number
  /** How many got no answer, or one that blames the server. */
  failed: number
}

async function ask(shop: Shop, amount: number, path: () => string): Promise<Asked> {
  const usedBefore = shop.processorSeconds()
  const result = await autocannon({
    url: shop.origin,
    connections: CONNECTIONS,
    amount,
    timeout: 30,
    headers: { 'accept-encoding': 'br' },
    requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
  })
  return {
    seconds: result.duration,
    processorMs: ((shop.processorSeconds() - usedBefore) * 1_000) / amount,
    p99Ms: result.latency.p99,
    failed: result.errors + result['5xx'],
  }
}

async function someProduct({ origin }: Shop): Promise<string> {
  return (await readProducts(origin, 1))[0]?.id ?? ''
}

/** The nth of them: unknown products and pages, searches that find and that do not, lists, and noise at a known page. */
function strangeAddress(nth: number, productId: string): string {
  const unknownId = `11111111-1111-4111-8111-${String(nth).padStart(12, '0')}`
  const kinds = [
    `/product/${unknownId}`,
    `/nothing-${nth}`,
    `/shop?search=oud+${nth}`,
    `/shop?sort=price-low&page=${nth}`,
    `/?search=${nth}`,
    `/product/${productId}?fbclid=${nth}`,
    `/api/products?search=amber&page=${nth}&limit=${1 + (nth % 100)}`,
    `/api/products/${unknownId}`,
    `/trpc/catalogue.products?input=${encodeURIComponent(JSON.stringify({ search: `rose ${nth}`, limit: 100 }))}`,
    `/trpc/catalogue.product?input=${encodeURIComponent(JSON.stringify({ id: unknownId }))}`,
  ]
  return kinds[nth % kinds.length] as string
}
