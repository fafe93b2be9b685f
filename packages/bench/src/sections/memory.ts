import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import autocannon from 'autocannon'
import type { Environment, Shop } from '../environment/environment.ts'
import type { Finding } from '../findings.ts'
import type { Tempo } from '../load/take-turns.ts'

const PRODUCTS = 1_000
const HEAP_MIB = 256
const MAX_MIB = 300
const CONNECTIONS = 8

/**
 * How much memory strangers can make one process use: new addresses of every kind that costs a render or a statement.
 * The process must stay alive within a small heap.
 */
export async function measureMemory(environment: Environment, tempo: Tempo): Promise<Finding[]> {
  const shop = await environment.shop(PRODUCTS, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` })
  const addresses = tempo.isQuick ? 3_000 : 30_000
  const id = await someProduct(shop)
  let asked = 0
  const result = await autocannon({
    url: shop.origin,
    connections: CONNECTIONS,
    amount: addresses,
    timeout: 30,
    headers: { 'accept-encoding': 'br' },
    requests: [{ setupRequest: (request) => ({ ...request, path: strangeAddress(++asked, id) }) }],
  })
  const isAlive = (await fetch(`${shop.origin}/readyz`).catch(() => undefined))?.ok === true
  const peakMiB = shop.peakMemoryMiB() ?? Number.NaN
  const isClean = result.errors === 0 && result['5xx'] === 0
  return [
    {
      measure: `Memory after ${addresses.toLocaleString('en')} strange addresses`,
      ours: isAlive ? `${Math.round(peakMiB)} MiB` : 'ended',
      target: `≤ ${MAX_MIB} MiB, alive`,
      isReached: isAlive && isClean && peakMiB <= MAX_MIB,
      note: `heap of ${HEAP_MIB} MiB, ${Math.round(addresses / result.duration)}/s, p99 ${result.latency.p99} ms, by status ${JSON.stringify(result.statusCodeStats)}, ${result.errors} failed`,
    },
  ]
}

async function someProduct({ origin }: Shop): Promise<string> {
  const answer = await fetch(`${origin}/api/products?page=1&limit=1`)
  return ((await answer.json()) as ProductPage).data[0]?.id ?? ''
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
