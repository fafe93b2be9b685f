import { randomUUID } from 'node:crypto'
import { first, second } from '../environment/product-words.ts'
import { neverSeenTerms, nowhereTerms } from '../load/search-terms.ts'

interface FloodRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

type MakeRequests = (productIds: readonly string[]) => (nth: number) => FloodRequest

const strangers = {
  /** Pages of products that do not exist. */
  pages: () => (nth) => ({ path: `/product/${unknownId(nth)}` }),
  /** Lists that nobody has asked for, with the marks of advertisements. */
  lists: () => (nth) => ({ path: `/shop?sort=price-low&page=${1 + nth}&utm_source=ad&fbclid=${nth}` }),
  /** One list and one page that everybody asks for, under addresses that nobody has asked for. */
  marks: (ids) => (nth) => ({
    path: `${nth % 2 ? '/shop' : `/product/${ids[nth % ids.length]}`}?fbclid=${nth}&utm_campaign=c${nth}&igsh=${nth}`,
  }),
  noise: () => (nth) => ({ path: `/?search=${nth}&x${nth}=${nth}` }),
  unknown: () => (nth) => ({ path: `/nothing-${nth}` }),
  searches: () => searches(),
} satisfies Record<string, MakeRequests>

const kinds = {
  ...strangers,
  /** All of the above in turn. */
  mixture: (ids) => {
    const makes = Object.values<MakeRequests>(strangers).map((make) => make(ids))
    return (nth) => (makes[nth % makes.length] as ReturnType<MakeRequests>)(nth)
  },
  passwords: () => (nth) => post('/api/admin/login', { password: `a guess ${nth}` }),
  reviews: (ids) => (nth) =>
    post(`/api/products/${ids[nth % 4]}/reviews`, { rating: 1, content: `Buy mine instead, number ${nth}.` }),
  quotes: (ids) => (nth) =>
    post('/api/checkout/quote', {
      deliveryLocation: 'embu',
      items: ids.slice(nth % 10, 10 + (nth % 40)).map((productId) => ({ productId, quantity: 1 + (nth % 9) })),
    }),
  prompts: () => () => post('/api/payments/mpesa/initiate', { orderId: randomUUID(), phone: '0712345678' }),
  callbacks: () => (nth) =>
    post(`/api/hooks/pay/${String(nth).padStart(64, '0')}`, {
      Body: { stkCallback: { CheckoutRequestID: `ws_CO_${nth}`, ResultCode: 0, ResultDesc: 'Paid.' } },
    }),
  webhooks: () => (nth) => ({
    ...post('/api/hooks/stripe', { id: `evt_${nth}`, type: 'payment_intent.succeeded', data: { object: {} } }),
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    },
  }),
} satisfies Record<string, MakeRequests>

export type FloodKind = keyof typeof kinds

/** The nth request of a flood. */
export const floodRequests = (kind: FloodKind, productIds: readonly string[]): ((nth: number) => FloodRequest) =>
  (kinds[kind] as MakeRequests)(productIds)

const unknownId = (nth: number): string => `11111111-1111-4111-8111-${String(nth).padStart(12, '0')}`

const post = (path: string, body: object): FloodRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Right, misspelt and senseless ones in turn; none comes twice. */
function searches(): (nth: number) => FloodRequest {
  const texts = first.flatMap((one) => second.map((other) => `${one} ${other}`))
  const right = neverSeenTerms({ texts, wordsPerSearch: 2 }, Math.random)
  const senseless = nowhereTerms(Math.random)
  return (nth) => {
    const term =
      nth % 3 === 0 ? right() : nth % 3 === 1 ? misspelt(texts[nth % texts.length] as string, nth) : senseless()
    return { path: `/shop?search=${encodeURIComponent(term)}` }
  }
}

/** Two letters at the end of one of its words are wrong. */
function misspelt(text: string, nth: number): string {
  const letter = (by: number) => String.fromCharCode(97 + (Math.floor(nth / by) % 26))
  return text.toLowerCase().slice(0, -2) + letter(1) + letter(26) + letter(676)
}
