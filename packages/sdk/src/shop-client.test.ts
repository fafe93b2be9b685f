import { describe, expect, it } from 'vitest'
import { answerOf } from './answer-of.ts'
import { each } from './each.ts'
import { shopClient } from './shop-client.ts'
import { ShopError } from './shop-error.ts'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** A shop that gives these answers, one after the other, and what it was asked. */
function shopThat(...answers: (Response | Error)[]) {
  const asked: Request[] = []
  const fetch = async (request: Request) => {
    asked.push(request)
    const answer = answers[asked.length - 1]
    if (!answer) throw new Error('nobody expected this call')
    if (answer instanceof Error) throw answer
    return answer
  }
  return { asked, shop: shopClient({ url: 'https://shop.test/', key: 'marashi_k', fetch }) }
}

const refusal = { error: 'There is no such order.', code: 'NOT_FOUND', fields: { id: 'Unknown' }, requestId: 'r1' }
const away = new TypeError('fetch failed')
const busy = () => json({ error: 'Busy', code: 'SERVICE_UNAVAILABLE' }, 503, { 'retry-after': '0' })
const tooMany = () => json({ error: 'Too many', code: 'TOO_MANY_REQUESTS' }, 429, { 'retry-after': '0' })
const running = () => json({ error: 'Running', code: 'REQUEST_RUNNING' }, 409, { 'retry-after': '0' })
const deliver = { path: { id: 'o1' } }

describe('the client', () => {
  it('asks the shop under /api, with its key', async () => {
    const { shop, asked } = shopThat(json([]))
    expect(await answerOf(shop.GET('/categories'))).toEqual([])
    expect(asked[0]?.url).toBe('https://shop.test/api/categories')
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer marashi_k')
    expect(asked[0]?.headers.has('idempotency-key')).toBe(false)
  })

  it('throws what the shop refused, by its code', async () => {
    const { shop } = shopThat(json(refusal, 404, { 'retry-after': '7' }))
    const failed = await answerOf(shop.GET('/orders/{id}', { params: deliver })).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ShopError)
    expect(failed).toMatchObject({
      message: 'There is no such order.',
      status: 404,
      code: 'NOT_FOUND',
      fields: { id: 'Unknown' },
      requestId: 'r1',
      retryAfterSeconds: 7,
      body: refusal,
    })
  })

  it('says of an answer that is not the shop’s own what it was', async () => {
    const { shop } = shopThat(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(answerOf(shop.GET('/categories'))).rejects.toMatchObject({ status: 502, code: '502', fields: {} })
  })

  it('sends a file as a form, and everything else as JSON', async () => {
    const { shop, asked } = shopThat(json({ url: 'https://shop.test/media/1/1080.jpg' }), json({}, 201))
    await answerOf(shop.POST('/admin/uploads/image', { body: { image: new Blob(['x'], { type: 'image/png' }) } }))
    expect((await asked[0]?.formData())?.get('image')).toBeInstanceOf(Blob)
    await answerOf(shop.POST('/categories', { body: { name: 'Oud' } }))
    expect(await asked[1]?.json()).toEqual({ name: 'Oud' })
  })
})

describe('what is lost or refused for now', () => {
  it.each([
    ['a read without an answer', 'GET', [away, busy(), json({})], 3],
    ['a write that came too often', 'PATCH', [tooMany(), json({})], 2],
    ['a write by a key without an answer', 'PATCH', [away, json({})], 2],
    ['a write that is being worked on', 'PATCH', [running(), json({})], 2],
  ] as const)('is sent again: %s', async (_, method, answers, calls) => {
    const { shop, asked } = shopThat(...answers)
    if (method === 'GET') await answerOf(shop.GET('/categories'))
    else await answerOf(shop.PATCH('/admin/orders/{id}/status', { params: deliver, body: { status: 'shipped' } }))
    expect(asked.length).toBe(calls)
  })

  it('is sent again under the same Idempotency-Key, where it is an order', async () => {
    const { shop, asked } = shopThat(away, busy(), json({ id: 'o1' }, 201))
    const body = { order: {}, items: [] } as never
    await answerOf(shop.POST('/orders', { body }))
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    expect(await asked[2]?.json()).toEqual(body)
  })

  it.each([
    ['too often', [busy(), busy(), busy()], 3, 503],
    ['for longer than anybody waits', [json({}, 429, { 'retry-after': '3600' })], 1, 429],
  ] as const)('is told in the end: %s', async (_, answers, calls, status) => {
    const { shop, asked } = shopThat(...answers)
    await expect(answerOf(shop.GET('/categories'))).rejects.toMatchObject({ status })
    expect(asked.length).toBe(calls)
  })

  it('keeps the Idempotency-Key that it is given', async () => {
    const { shop, asked } = shopThat(json({ id: 'o1' }, 201))
    await shop.POST('/orders', { params: { header: { 'Idempotency-Key': 'till-1-4711' } }, body: {} as never })
    expect(asked[0]?.headers.get('idempotency-key')).toBe('till-1-4711')
  })
})

it('reads a list to its end', async () => {
  const { shop, asked } = shopThat(
    json({ orders: [1, 2], nextCursor: 'two' }),
    json({ orders: [], nextCursor: 'three' }),
    json({ orders: [3], nextCursor: null }),
  )
  const numbers = await Array.fromAsync(
    each(
      (cursor) => shop.GET('/admin/orders', { params: { query: { cursor, limit: 2 } } }),
      ({ orders }) => orders,
    ),
  )
  expect(numbers).toEqual([1, 2, 3])
  expect(asked.map(({ url }) => new URL(url).search)).toEqual([
    '?limit=2',
    '?cursor=two&limit=2',
    '?cursor=three&limit=2',
  ])
})
