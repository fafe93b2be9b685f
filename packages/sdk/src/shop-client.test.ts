import { describe, expect, it } from 'vitest'
import { answerOf } from './answer-of.ts'
import { each } from './each.ts'
import { ShopError } from './shop-error.ts'
import { json, shopThat, shopWith } from './testing/shop-that.ts'

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
    const { shop } = shopWith({ tries: 1 }, new Response('<h1>Bad gateway</h1>', { status: 502 }))
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
