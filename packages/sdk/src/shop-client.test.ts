import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answerOf } from './answer-of.ts'
import { each } from './each.ts'
import { NoAnswerError } from './no-answer-error.ts'
import { ShopError } from './shop-error.ts'
import { json, shopThat, shopWith } from './testing/shop-that.ts'
import { WrongAddressError } from './wrong-address-error.ts'

const refusal = { error: 'There is no such order.', code: 'NOT_FOUND', fields: { id: 'Unknown' }, requestId: 'r1' }
const deliver = { path: { id: 'o1' } }

describe('the client', () => {
  it('asks the shop under /api, with its key', async () => {
    const { shop, asked } = shopThat(json([]))
    expect(await answerOf(shop.GET('/categories'))).toEqual([])
    expect(asked[0]?.url).toBe('https://shop.test/api/categories')
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer marashi_k')
    expect(asked[0]?.headers.has('idempotency-key')).toBe(false)
  })

  it.each([
    ['over plain HTTP', { url: 'http://shop.test' }, /https:\/\/shop\.test/],
    ['that is empty', { key: '' }, /empty/],
    ['that is blank', { key: ' \n' }, /empty/],
  ])('sends no key %s', (_, options, message) => {
    expect(() => shopWith(options)).toThrow(message)
  })

  it.each([
    { url: 'http://localhost:4000' },
    { url: 'http://127.0.0.1:4000' },
    { url: 'http://[::1]:4000' },
    { url: 'http://shop.test', key: undefined },
  ])('takes $url, where nobody on the way reads a key', (options) => {
    expect(() => shopWith(options)).not.toThrow()
  })

  it('sends nothing to another address that it is led to, and says which it is', async () => {
    const location = 'https://www.shop.test/api/orders'
    const { shop, asked } = shopThat(new Response(null, { status: 308, headers: { location } }))
    const lost = await shop.POST('/orders', { body: {} as never }).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(WrongAddressError)
    expect(lost).toMatchObject({ url: 'https://www.shop.test', message: expect.stringContaining('//www.shop.test') })
    expect(asked.map(({ redirect }) => redirect)).toEqual(['manual'])
  })

  it('reads in the network where it is led to, before anything is sent there', async () => {
    let arrived = 0
    const other = http.createServer((_, response) => response.end(String(++arrived)))
    const first = http.createServer((_, response) => response.writeHead(308, { location: urlOf(other) }).end())
    const urlOf = (server: http.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const server of [other, first]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { shop } = shopWith({ url: urlOf(first), fetch })
    await expect(shop.POST('/orders', { body: {} as never })).rejects.toMatchObject({ url: urlOf(other) })
    expect(arrived).toBe(0)
    for (const server of [other, first]) server.close().closeAllConnections()
  })

  it('follows the shop within its own address, with key and body', async () => {
    const location = '/api/admin/orders/o1/status'
    const moved = () => new Response(null, { status: 308, headers: { location } })
    const { shop, asked } = shopThat(moved(), json({}))
    await answerOf(shop.PATCH('/admin/orders/{id}/status', { params: deliver, body: { status: 'shipped' } }))
    expect(asked[1]?.url).toBe(`https://shop.test${location}`)
    expect(asked[1]?.headers.get('authorization')).toBe('Bearer marashi_k')
    expect(await asked[1]?.json()).toEqual({ status: 'shipped' })
    const inACircle = shopThat(...Array.from({ length: 30 }, moved))
    await expect(answerOf(inACircle.shop.GET('/categories'))).rejects.toMatchObject({ status: 308 })
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

  it('says of a refusal that is not the shop’s own what it was', async () => {
    const { shop } = shopThat(new Response('<h1>Forbidden</h1>', { status: 403 }))
    await expect(answerOf(shop.GET('/categories'))).rejects.toMatchObject({ status: 403, code: '403', fields: {} })
  })

  it.each([
    [
      'a page',
      () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
      '502 and text/html',
    ],
    ['JSON of its own', () => json({ message: 'The upstream server is timing out' }, 504), '504 and application/json'],
    ['nothing', () => new Response(null, { status: 503 }), '503 and no type'],
  ])(
    'takes an order for one that may be placed where a proxy says that the shop is away, with %s',
    async (_, away, what) => {
      const { shop, asked } = shopWith({ tries: 2 }, away(), away())
      const lost = await shop.POST('/orders', { body: {} as never }).catch((error: unknown) => error)
      expect(lost).toBeInstanceOf(NoAnswerError)
      expect(lost).toMatchObject({
        idempotencyKey: asked[1]?.headers.get('idempotency-key'),
        cause: { message: `https://shop.test/api/orders was answered with ${what} in place of the shop’s error.` },
      })
    },
  )

  it('throws what the shop itself says of being away, also for a file', async () => {
    const busy = json({ error: 'Busy', code: 'SERVICE_UNAVAILABLE' }, 503)
    const { shop } = shopWith({ tries: 1 }, busy)
    const failed = answerOf(shop.GET('/admin/orders.csv', { parseAs: 'stream' }))
    await expect(failed).rejects.toMatchObject({ name: 'ShopError', status: 503, code: 'SERVICE_UNAVAILABLE' })
  })

  it('takes a page that came in place of an answer for none', async () => {
    const page = (text: string, type: string) => new Response(text, { headers: { 'content-type': type } })
    const { shop, asked } = shopThat(page('<h1>Log in to the Wi-Fi</h1>', 'text/html'), page('id,total', 'text/csv'))
    const lost = await shop.POST('/orders', { body: {} as never }).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(NoAnswerError)
    expect(lost).toMatchObject({
      idempotencyKey: asked[0]?.headers.get('idempotency-key'),
      cause: { message: 'https://shop.test/api/orders was answered with text/html in place of JSON.' },
    })
    expect(await answerOf(shop.GET('/admin/orders.csv', { parseAs: 'text' }))).toBe('id,total')
  })

  it('sends a file as a form, and everything else as JSON', async () => {
    const { shop, asked } = shopThat(json({ url: 'https://shop.test/media/1/1080.jpg' }), json({}, 201))
    await answerOf(shop.POST('/admin/uploads/image', { body: { image: new Blob(['x'], { type: 'image/png' }) } }))
    expect((await asked[0]?.formData())?.get('image')).toBeInstanceOf(Blob)
    await answerOf(shop.POST('/categories', { body: { name: 'Oud' } }))
    expect(await asked[1]?.json()).toEqual({ name: 'Oud' })
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
