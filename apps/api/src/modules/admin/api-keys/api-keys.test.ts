import { allows, type CreatedApiKey, type KeyScope, keyScopes } from '@marashi/domain/contracts/api-keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessPolicy, routerOf } from '../../../http/access-policy.ts'
import type { ProcedureMeta } from '../../../http/procedures.ts'
import { appRouter } from '../../../router.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { type DocumentedOperation, documentedOperations, errorOf } from '../../../testing/documented-operations.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct } from '../../../testing/factories.ts'

let shop: TestApp
let session: Record<string, string>
const lines: string[] = []
beforeAll(async () => {
  shop = await buildTestApp({
    env: { LIMIT_KEYS: 'off', LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  })
  session = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

async function make(scopes: readonly KeyScope[], more: object = {}, on = shop): Promise<CreatedApiKey> {
  const headers = on === shop ? session : await logIn(on.deps.orm)
  const payload = { name: 'Bookkeeping', scopes, ...more }
  const answer = await on.app.inject({ method: 'POST', url: '/api/admin/api-keys', headers, payload })
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  return answer.json()
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const get = (url: string, key: string, on = shop) => on.app.inject({ url, headers: bearer(key) })

describe('a key of the API', () => {
  it('is shown once and kept as a hash, and opens what its scopes say', async () => {
    const { key, ...made } = await make(['orders:read'])
    expect(key).toMatch(/^marashi_[\w-]{43}$/)
    const listed = await shop.app.inject({ url: '/api/admin/api-keys', headers: session })
    expect(listed.json()).toContainEqual(made)
    expect(listed.body).not.toContain(key)
    expect(JSON.stringify(await shop.query('select * from api_keys'))).not.toContain(key)
    expect((await get('/api/admin/orders', key)).statusCode).toBe(200)
    const refused = await get('/api/admin/payments', key)
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'This key has no scope payments:read.'])
    expect(lines.join()).toContain(made.start)
    expect(lines.join()).not.toContain(key)
  })

  it('shows its last use, to the minute', async () => {
    const { id, key } = await make(['orders:read'])
    const lastUse = async () =>
      (await shop.query<{ at: Date }>('select last_used_at as at from api_keys where id = $1', [id]))[0]?.at
    expect(await lastUse()).toBeNull()
    await get('/api/admin/orders', key)
    const first = await lastUse()
    expect(first).toBeInstanceOf(Date)
    await get('/api/admin/orders', key)
    expect(await lastUse()).toEqual(first)
  })

  it('is refused by every process as soon as it is revoked', async () => {
    await using other = await buildTestApp({ databaseUrl: shop.databaseUrl })
    const { id, key } = await make(['orders:read'])
    expect((await get('/api/admin/orders', key, other)).statusCode).toBe(200)
    const revoked = await shop.app.inject({ method: 'DELETE', url: `/api/admin/api-keys/${id}`, headers: session })
    expect(revoked.statusCode).toBe(204)
    for (const process of [shop, other])
      expect(errorOf(await get('/api/admin/orders', key, process))).toBe('401 UNAUTHORIZED')
  })

  it('is refused from its end on, and cannot end before it begins', async () => {
    const { key } = await make(['orders:read'], { endsAt: new Date(Date.now() + 60_000).toISOString() })
    expect((await get('/api/admin/orders', key)).statusCode).toBe(200)
    await shop.query(`update api_keys set ends_at = now() where ends_at is not null`)
    expect(errorOf(await get('/api/admin/orders', key))).toBe('401 UNAUTHORIZED')
    const payload = { name: 'Late', scopes: ['orders:read'], endsAt: '2020-01-01T00:00:00Z' }
    const late = await shop.app.inject({ method: 'POST', url: '/api/admin/api-keys', headers: session, payload })
    expect([late.statusCode, late.json().fields]).toEqual([400, { endsAt: 'This has passed' }])
  })

  it('is looked at instead of the cookie, and by REST alone', async () => {
    const { key } = await make(['orders:read'])
    const both = { ...session, ...bearer('marashi_guessed') }
    expect(errorOf(await shop.app.inject({ url: '/api/admin/orders', headers: both }))).toBe('401 UNAUTHORIZED')
    expect((await get('/trpc/admin.orders.list', key)).statusCode).toBe(401)
  })

  it.each([
    ['without its scheme', (key: string) => key],
    ['with the scheme alone', () => 'Bearer '],
    ['in two pieces', (key: string) => `Bearer ${key} ${key}`],
  ])('that is sent %s is refused where a visitor may write, too', async (_, sent) => {
    const authorization = sent((await make(['orders:write'])).key)
    const write = { method: 'POST', url: '/api/orders', payload: { items: [] } } as const
    const refused = await shop.app.inject({ ...write, headers: { authorization } })
    expect([errorOf(refused), refused.json().error]).toEqual(['401 UNAUTHORIZED', expect.stringContaining('Bearer')])
    expect(errorOf(await shop.app.inject({ url: '/api/admin/orders', headers: { authorization } }))).toBe(
      '401 UNAUTHORIZED',
    )
    const ofProxy = { authorization: 'Basic c2hvcDpzaG9w' }
    expect(errorOf(await shop.app.inject({ ...write, headers: ofProxy }))).toBe('400 BAD_REQUEST')
  })

  it('is counted by itself, says what is left, and is not held to the limits of its network', async () => {
    await using limited = await buildTestApp({ env: { LIMIT_KEYS: '3/60' } })
    const { key } = await make(['orders:read'], {}, limited)
    const other = await make(['orders:read'], {}, limited)
    const first = await get('/api/admin/orders', key, limited)
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"key";q=3;w=60', ratelimit: '"key";r=2;t=60' })
    await get('/api/admin/orders', key, limited)
    await get('/api/admin/orders', key, limited)
    const refused = await get('/api/admin/orders', key, limited)
    expect([errorOf(refused), refused.headers['retry-after']]).toEqual(['429 TOO_MANY_REQUESTS', expect.any(String)])
    expect((await get('/api/admin/orders', other.key, limited)).statusCode).toBe(200)
  })
})

describe('the limits of networks', () => {
  let limited: TestApp
  let productId: string
  let reviews = 0
  beforeAll(async () => {
    limited = await buildTestApp({ env: { LIMIT_REVIEWS: '1/3600', LIMIT_QUOTES: '1/60' } })
    const { orm } = limited.deps
    productId = (await makeProduct(orm, await makeCategory(orm, 'Oud'), { price: 100 })).id
  })
  afterAll(() => limited[Symbol.asyncDispose]())

  const works = {
    // The same words would be the same review, which counts once.
    review: () => ({
      url: `/api/products/${productId}/reviews`,
      payload: { rating: 5, content: `Lasts all day, ${++reviews} times.` },
    }),
    quote: () => ({
      url: '/api/checkout/quote',
      payload: { items: [{ productId, quantity: 1 }], deliveryLocation: 'embu' },
    }),
  }
  let networks = 0

  it.each<[KeyScope, keyof typeof works, boolean]>([
    ['catalogue:read', 'review', true],
    ['catalogue:read', 'quote', true],
    ['orders:read', 'quote', true],
    ['orders:write', 'review', true],
    ['orders:write', 'quote', false],
    ['reviews:write', 'quote', true],
    ['reviews:write', 'review', false],
  ])('hold for a key with %s and a %s: %s', async (scope, work, isHeld) => {
    const headers = bearer((await make([scope], {}, limited)).key)
    const remoteAddress = `198.51.100.${++networks}`
    const ask = async () =>
      (await limited.app.inject({ method: 'POST', ...works[work](), headers, remoteAddress })).statusCode
    expect(await ask()).toBeLessThan(300)
    if (isHeld) expect(await ask()).toBe(429)
    else expect(await ask()).toBeLessThan(300)
  })

  it('have a bound in their place for what somebody has to read', async () => {
    const { id, key } = await make(['reviews:write'], {}, limited)
    for (let nth = 0; nth < 300; nth++) await limited.deps.limits.deed('reviewsOfKey', id)
    const refused = await limited.app.inject({ method: 'POST', ...works.review(), headers: bearer(key) })
    expect([errorOf(refused), refused.headers['retry-after']]).toEqual(['429 TOO_MANY_REQUESTS', expect.any(String)])
  })
})

it('gives no money back with an order that it may cancel, unless it may change payments too', async () => {
  const cancel = async (scopes: readonly KeyScope[], refund: string) => {
    const { id } = await makeOrder(shop.deps.orm)
    const headers = bearer((await make(scopes)).key)
    const payload = { reason: 'No answer', refund }
    return errorOf(await shop.app.inject({ method: 'POST', url: `/api/admin/orders/${id}/cancel`, headers, payload }))
  }
  expect(await cancel(['orders:write'], 'none')).toBe('200')
  expect(await cancel(['orders:write', 'payments:read'], 'manual')).toBe('403 FORBIDDEN')
  expect(await cancel(['orders:write'], 'provider')).toBe('403 FORBIDDEN')
  expect(await cancel(['orders:write', 'payments:write'], 'manual')).toBe('200')
})

describe('what whoever knows the id of an order may do with it', () => {
  const stops = ['mpesa/cancel', 'stripe/cancel', 'on-delivery', 'another-way'] as const
  const stop = async (path: (typeof stops)[number], headers: Record<string, string> = {}) => {
    const { id: orderId } = await makeOrder(shop.deps.orm)
    const payload = { orderId, ...(path === 'another-way' && { paymentMethod: 'manual' }) }
    const answer = await shop.app.inject({ method: 'POST', url: `/api/payments/${path}`, headers, payload })
    const [order] = await shop.query<object>('select status, payment_method as method from orders where id = $1', [
      orderId,
    ])
    return { answer: errorOf(answer), error: answer.json().error, order }
  }

  it.each(stops)('is refused to a key that may not change orders: %s', async (path) => {
    const { key } = await make(keyScopes.filter((scope) => scope !== 'orders:write'))
    const { answer, error, order } = await stop(path, bearer(key))
    expect([answer, error]).toEqual(['403 FORBIDDEN', 'This key has no scope orders:write.'])
    expect(order).toMatchObject({ status: 'pending', method: 'mpesa' })
  })

  it.each(stops)('is done for the shopper, and for a key that may change orders: %s', async (path) => {
    const { key } = await make(['orders:write'])
    expect((await stop(path)).answer).toBe('200')
    expect((await stop(path, bearer(key))).answer).toBe('200')
  })
})

describe('a key that may read orders', () => {
  const reader = async (scopes: readonly KeyScope[]) => {
    const { key } = await make(scopes)
    return async (url: string) => (await get(url, key)).json()
  }
  const flaggedPayment = async () => {
    const order = await makeOrder(shop.deps.orm)
    const { id } = await makePayment(shop.deps.orm, order)
    await shop.query(
      `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'late', 'callback', now())`,
      [id],
    )
    await shop.query(
      `insert into payment_events (payment_id, at, source, to_status) values ($1, now(), 'shopper', 'pending')`,
      [id],
    )
    await shop.query(
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at)
       values ('stripe', $1::text, $1::uuid, '{"id": "pi_1", "client_secret": "pi_1_secret_2"}', now())`,
      [id],
    )
    return { orderId: order.id, id }
  }

  it('is told of payments only where it may read them too', async () => {
    const { orderId, id } = await flaggedPayment()
    const orders = await reader(['orders:read'])
    const overview = await orders('/api/admin/overview')
    expect(overview).toMatchObject({ attention: [], attentionTotal: expect.any(Number) })
    expect(overview.attentionTotal).toBeGreaterThan(0)
    const history = `/api/admin/orders/${orderId}`
    expect(await orders(history)).toMatchObject({ order: { id: orderId }, payments: [], events: [], messages: [] })
    const both = await reader(['orders:read', 'payments:read'])
    expect((await both('/api/admin/overview')).attention).toMatchObject([{ payment: { id } }])
    expect(await both(history)).toMatchObject({ payments: [{ id }], events: [{ paymentId: id }], messages: [{}] })
  })

  it('is never given the secret that a card’s form pays with', async () => {
    const { orderId } = await flaggedPayment()
    const both = await reader(['orders:read', 'payments:read'])
    const { messages } = await both(`/api/admin/orders/${orderId}`)
    expect(messages).toMatchObject([{ body: '{"id": "pi_1", "client_secret": "…"}' }])
  })
})

describe('the table of who lets keys in', () => {
  it('has a row for every router of the administrator, and no other', () => {
    const closed = Object.entries(
      appRouter._def.procedures as unknown as Record<string, { _def: { meta: ProcedureMeta } }>,
    )
      .filter(([, { _def }]) => _def.meta.access === 'administrator')
      .map(([path]) => routerOf(path))
    expect([...accessPolicy.keys()].toSorted()).toEqual([...new Set(closed)].toSorted())
  })

  it('is what every operation refuses a key by, and what the document says', async () => {
    const operations = documentedOperations((await shop.app.inject('/api/openapi.json')).json())
    const needed = new Map<DocumentedOperation, readonly KeyScope[]>()
    for (const operation of operations) {
      const security = operation.security ?? []
      if (!security.some((each) => 'session' in each) || security.some((each) => Object.keys(each).length === 0))
        continue
      needed.set(
        operation,
        security.flatMap(({ apiKey = [] }) => apiKey as KeyScope[]),
      )
    }
    const wrong: string[] = []
    for (const scope of keyScopes) {
      const { key } = await make([scope])
      for (const [operation, needs] of needed) {
        const isLetIn = needs.some((each) => allows([scope], ...(each.split(':') as [never, never])))
        // What it may write it is not asked to: most of it would succeed.
        if (isLetIn && operation.method !== 'GET') continue
        const url = `/api${operation.address.replaceAll(/\{\w+\}/g, '11111111-1111-4111-8111-111111111111')}`
        const answer = await shop.app.inject({ method: operation.method, url, headers: bearer(key) })
        if ((errorOf(answer) !== '403 FORBIDDEN') !== isLetIn)
          wrong.push(`${scope}: ${operation.name} ${errorOf(answer)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(new Set([...needed.values()].flat())).toEqual(new Set(keyScopes))
    expect([...needed.values()]).toContainEqual([])
  })
})
