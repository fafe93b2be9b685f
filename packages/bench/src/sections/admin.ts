import type { Environment, Shop } from '../environment/environment.ts'
import { planted } from '../environment/order-fixtures.ts'
import type { Finding } from '../findings.ts'
import { median, type Tempo } from '../load/take-turns.ts'

const SMALL = { products: 1_000, orders: 1_000, reviews: 1_000 }
const LARGE = { products: 100_000, orders: 1_000_000, reviews: 100_000 }
const MAX_RATIO = 2

const search = (text: string) => `search=${encodeURIComponent(text)}`

/** What the administrator asks for. A search finds as many rows in a small shop as in a large one. */
const queries: Record<string, string> = {
  'Dashboard: four numbers': '/admin/stats',
  'Dashboard: what waits, 30 days': '/admin/overview',
  'Orders, first page': '/admin/orders',
  'Orders, one status': '/admin/orders?status=shipped',
  'Orders to pack': '/admin/orders?status=to-pack',
  'Orders without their money': '/admin/orders?status=unpaid',
  'Orders by number': `/admin/orders?${search(planted.number)}`,
  'Orders by phone': `/admin/orders?${search(planted.phone)}`,
  'Orders by e-mail': `/admin/orders?${search(planted.email)}`,
  'Orders by receipt': `/admin/orders?${search(planted.receipt)}`,
  'Orders by end of card payment': `/admin/orders?${search(planted.cardEnd)}`,
  'Orders by name': `/admin/orders?${search(planted.name)}`,
  'Orders by name and status': `/admin/orders?${search(planted.name)}&status=pending`,
  'Payments, first page': '/admin/payments',
  'Payments, one method': '/admin/payments?method=stripe',
  'Payments, one status': '/admin/payments?status=failed',
  'Payments, method and status': '/admin/payments?method=mpesa&status=completed',
  'Payments by order number': `/admin/payments?${search(planted.number)}`,
  'Payments by receipt': `/admin/payments?${search(planted.receipt)}`,
  'Payments: analytics': '/admin/payments/analytics',
  'Reviews, pending': '/admin/reviews?limit=20&status=pending',
  'Reviews by word': `/admin/reviews/search?${search(planted.word)}`,
  'Reviews: counts': '/admin/reviews/counts',
  'Categories with their use': '/admin/categories/use',
  'Products, first page': '/products?page=1&limit=20',
}

/** Their time grows with what is found or skipped; they are reported without a target. */
const expensiveQueries: Record<string, string> = {
  'Orders by a tenth’s name': `/admin/orders?${search('wanjiku')}`,
  'Orders, 400 pages on': '/admin/orders?offset=8000',
  'Payments by the first digits of a thousand orders': `/admin/payments?${search('MR1000')}`,
}

/** Every list, filter, search and sum of the administrator's screens, in a shop of a thousand rows and in one of a million. */
export async function measureAdmin(environment: Environment, { isQuick }: Tempo): Promise<Finding[]> {
  // The large database takes minutes to fill: no connection may be idle meanwhile.
  const largeShop = await environment.shop(LARGE)
  const [small, large] = [await logIn(await environment.shop(SMALL)), await logIn(largeShop)]
  const rounds = isQuick ? 10 : 40
  const findings: Finding[] = []
  for (const [measure, path] of Object.entries(queries)) findings.push(await compare(measure, path, MAX_RATIO))
  for (const [measure, path] of Object.entries(expensiveQueries)) findings.push(await compare(measure, path))
  return findings

  async function compare(measure: string, path: string, maxRatio?: number): Promise<Finding> {
    const times = { small: [] as number[], large: [] as number[] }
    await Promise.all([small(path), large(path)])
    for (let round = 0; round < rounds; round++) {
      times.small.push(await small(path))
      times.large.push(await large(path))
    }
    const [ours, baseline] = [median(times.large), median(times.small)]
    const ratio = ours / baseline
    return {
      measure: `Admin. ${measure}`,
      ours: `${ours.toFixed(2)} ms`,
      baseline: `${baseline.toFixed(2)} ms`,
      ratio: ratio.toFixed(2),
      ...(maxRatio !== undefined && { target: `≤ ${maxRatio}`, isReached: ratio <= maxRatio }),
      note: `${LARGE.orders.toLocaleString('en')} orders beside ${SMALL.orders.toLocaleString('en')}`,
    }
  }
}

/** Logs in. Returns a function that sends a request and returns how many milliseconds its response took. */
async function logIn({ origin, lastOutput }: Shop): Promise<(path: string) => Promise<number>> {
  const login = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'only for the benchmark' }),
  }).catch((cause: unknown) => {
    throw new Error(`The login was not answered:\n${lastOutput()}`, { cause })
  })
  if (!login.ok) throw new Error(`The login was answered with ${login.status}: ${await login.text()}`)
  const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  return async (path) => {
    const start = performance.now()
    const answer = await fetch(`${origin}/api${path}`, { headers: { cookie } })
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${body}`)
    return performance.now() - start
  }
}
