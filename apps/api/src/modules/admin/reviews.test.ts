import type { AdminReview, ReviewList } from '@marashi/domain/contracts/admin-reviews'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makeProduct, makeReview } from '../../testing/factories.ts'
import type { Product } from '../catalogue/product.entity.ts'

let shop: TestApp
let headers: { cookie: string }
let product: Product
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
  const { orm } = shop.deps
  product = await makeProduct(orm, await makeCategory(orm, 'Oud'), { name: 'Oud Zahra' })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from reviews')
})

const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  shop.app.inject({ method, url: `/api/admin/reviews${url}`, headers, payload })
const list = async (query = '') => (await ask('GET', query)).json<ReviewList>()
const contents = async (query: string) => (await list(query)).reviews.map(({ content }) => content)
const publicly = async () => (await shop.app.inject(`/api/products/${product.id}/reviews`)).json()
const form = (more: object = {}) => ({ productId: product.id, rating: 4, content: 'Lasts the whole day.', ...more })

async function make(...wishes: Parameters<typeof makeReview>[2][]) {
  const reviews = []
  for (const wish of wishes) reviews.push(await makeReview(shop.deps.orm, product, wish))
  return reviews
}

describe('GET /api/admin/reviews', () => {
  it('is the full list without parameters, newest first, deleted ones left out', async () => {
    const made = await make(...Array.from({ length: 103 }, (_, nth) => ({ content: `Number ${nth}` })))
    await make({ content: 'Deleted', deletedAt: new Date() })
    const { reviews, total } = await list()
    expect(total).toBe(103)
    expect(reviews.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed())
    expect(reviews[0]).toMatchObject({
      productName: 'Oud Zahra',
      productImage: 'http://shop.test/media/test-0/1080.jpg',
    })
  })

  it('obeys limit, offset and status, and counts the true total past the end', async () => {
    await make(
      { content: 'one', status: 'pending' },
      { content: 'two', status: 'rejected' },
      { content: 'three', status: 'pending' },
    )
    expect(await contents('?limit=2')).toEqual(['three', 'two'])
    expect(await contents('?limit=2&offset=2')).toEqual(['one'])
    expect(await contents('?offset=1')).toEqual(['two', 'one'])
    expect(await list('?status=pending&limit=1&offset=1')).toMatchObject({ total: 2, reviews: [{ content: 'one' }] })
    expect(await list('?limit=20&offset=40')).toEqual({ reviews: [], total: 3, nextCursor: null })
  })

  it.each(['limit=0', 'limit=101', 'offset=-1', 'status=hidden', 'limit=ten'])('refuses ?%s', async (query) => {
    expect((await ask('GET', `?${query}`)).statusCode).toBe(400)
  })
})

it('tells a key which order a review belongs to only where it may read orders', async () => {
  const order = await makeOrder(shop.deps.orm)
  const [made] = await make({ content: 'Lasts all day', status: 'pending' })
  await shop.query('update reviews set order_id = $1', [order.id])
  const orderIds = async (scopes: string[]) => {
    const key = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/api-keys',
      headers,
      payload: { name: 'Reviews', scopes },
    })
    const authorization = `Bearer ${key.json().key}`
    const answer = async (url: string, method: 'GET' | 'PUT' = 'GET', payload?: object) =>
      (await shop.app.inject({ method, url: `/api/admin/reviews${url}`, headers: { authorization }, payload })).json()
    return [
      (await answer('')).reviews[0].orderId,
      (await answer('/search?search=lasts')).reviews[0].orderId,
      (await answer(`/${made?.id}`, 'PUT', form())).orderId,
    ]
  }
  expect(await orderIds(['reviews:write'])).toEqual([null, null, null])
  expect(await orderIds(['reviews:write', 'orders:read'])).toEqual([order.id, order.id, order.id])
  expect((await list()).reviews[0]?.orderId).toBe(order.id)
})

describe('GET /api/admin/reviews/search', () => {
  beforeEach(() =>
    make(
      { content: '100% worth it', customerName: 'Wanjirũ Kamau' },
      { content: 'fresh_air, nothing more', customerName: null, status: 'pending' },
      { content: 'Too sweet for me', customerName: 'Otieno' },
      { content: 'Otieno has deleted it', deletedAt: new Date() },
    ),
  )

  it.each([
    ['otieno', ['Too sweet for me']],
    ['wanjiru WORTH', ['100% worth it']],
    ['%', ['100% worth it']],
    ['_', ['fresh_air, nothing more']],
    ['\\', []],
    ['sweet worth', []],
  ])('finds %j in name or comment', async (search, expected) => {
    expect(await contents(`/search?search=${encodeURIComponent(search)}`)).toEqual(expected)
  })

  it('counts all matches, on every page and past the last', async () => {
    expect(await list('/search?search=t&limit=1')).toMatchObject({ total: 3, reviews: [{}] })
    expect(await list('/search?search=t&limit=1&offset=9')).toEqual({ total: 3, reviews: [], nextCursor: null })
    expect(await list('/search?search=t&status=pending')).toMatchObject({ total: 1 })
    expect(await list('/search?search=%20')).toMatchObject({ total: 3 })
  })
})

it('counts the four cards, through every change', async () => {
  const [first, second] = await make({ status: 'pending' }, { status: 'pending' }, { status: 'approved' })
  await make({ status: 'rejected' })
  const counts = async () => (await ask('GET', '/counts')).json()
  expect(await counts()).toEqual({ total: 4, pending: 2, approved: 1, rejected: 1 })
  await ask('PATCH', `/${first?.id}`, { status: 'approved' })
  await ask('DELETE', `/${second?.id}`)
  expect(await counts()).toEqual({ total: 3, pending: 0, approved: 2, rejected: 1 })
})

describe('PATCH /api/admin/reviews/{id}', () => {
  it('shows an approved review and its rating to everybody at once', async () => {
    const [review] = await make({ status: 'pending', rating: 3, content: 'Quite nice, really.' })
    expect(await publicly()).toMatchObject({ totalReviews: 0 })
    const answer = await ask('PATCH', `/${review?.id}`, { status: 'approved' })
    expect(answer.json()).toMatchObject({ status: 'approved' })
    await expect.poll(publicly).toMatchObject({ totalReviews: 1, averageRating: 3 })
  })

  it('lets one of many moderators decide', async () => {
    const [review] = await make({ status: 'pending' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        ask('PATCH', `/${review?.id}`, { status: nth % 2 ? 'approved' : 'rejected' }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    const decided = answers.find(({ statusCode }) => statusCode === 200)?.json<AdminReview>()
    expect((await list()).reviews).toEqual([decided])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      error: `This review is ${decided?.status} already. Edit it to change its status.`,
      code: 'CONFLICT',
    })
  })

  it('knows no other target than approved and rejected, and no deleted review', async () => {
    const [review, deleted] = await make({ status: 'pending' }, { status: 'pending', deletedAt: new Date() })
    expect((await ask('PATCH', `/${review?.id}`, { status: 'pending' })).statusCode).toBe(400)
    expect((await ask('PATCH', `/${deleted?.id}`, { status: 'approved' })).statusCode).toBe(404)
  })
})

describe('POST /api/admin/reviews', () => {
  it('enters a review in any status, created and updated at one instant', async () => {
    const answer = await ask('POST', '', form({ status: 'approved', customerName: ' ' }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ status: 'approved', customerName: null, rating: 4, orderId: null })
    expect(answer.json().updatedAt).toBe(answer.json().createdAt)
    await expect.poll(publicly).toMatchObject({ totalReviews: 1 })
    expect((await ask('POST', '', form())).json().status).toBe('pending')
  })

  it.each([
    [{ productId: '' }, { productId: 'Product ID is required' }],
    [{ productId: '11111111-1111-4111-8111-111111111111' }, { productId: 'This product does not exist any more.' }],
    [{ rating: 0 }, { rating: 'Rating must be at least 1' }],
    [{ rating: 6 }, { rating: 'Rating cannot exceed 5' }],
    [{ content: 'Too short' }, { content: 'Content must be at least 10 characters' }],
    [{ content: 'x'.repeat(501) }, { content: 'Content must be at most 500 characters' }],
  ])('refuses %j', async (wrong, fields) => {
    const answer = await ask('POST', '', form(wrong))
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
    expect((await list()).total).toBe(0)
  })
})

describe('PUT /api/admin/reviews/{id}', () => {
  it('may set any status, and hides at once what is no longer approved', async () => {
    const [review] = await make({ status: 'approved' })
    expect(await publicly()).toMatchObject({ totalReviews: 1 })
    const answer = await ask('PUT', `/${review?.id}`, form({ status: 'pending', content: 'Changed on request.' }))
    expect(answer.json()).toMatchObject({ status: 'pending', content: 'Changed on request.', customerName: null })
    await expect.poll(publicly).toMatchObject({ totalReviews: 0 })
  })

  it('leaves an approved review approved where no status is given, and takes back the nulls that it answers', async () => {
    const [review] = await make({ status: 'approved' })
    const answer = await ask('PUT', `/${review?.id}`, form({ customerName: null }))
    expect(answer.json()).toMatchObject({ status: 'approved', rating: 4, customerName: null })
  })

  it('is a verified purchase no more once it is of another product', async () => {
    const { orm } = shop.deps
    const [review] = await make({})
    const { id: order } = await makeOrder(orm)
    await shop.query('update reviews set order_id = $1 where id = $2', [order, review?.id])
    expect((await ask('PUT', `/${review?.id}`, form({ rating: 3 }))).json()).toMatchObject({ orderId: order })
    const { id: productId } = await makeProduct(orm, await makeCategory(orm, 'Another'))
    expect((await ask('PUT', `/${review?.id}`, form({ productId }))).json()).toMatchObject({ orderId: null })
  })

  it('refuses an edit of an older version', async () => {
    const [review] = await make({})
    const read = (await list()).reviews[0]?.updatedAt
    expect((await ask('PUT', `/${review?.id}`, form({ rating: 1, updatedAt: read }))).statusCode).toBe(200)
    const late = await ask('PUT', `/${review?.id}`, form({ rating: 2, updatedAt: read }))
    expect([late.statusCode, late.json().code]).toEqual([409, 'STALE'])
    expect((await list()).reviews[0]?.rating).toBe(1)
  })
})

describe('DELETE /api/admin/reviews/{id}', () => {
  it('removes it from every list and average, and keeps the row', async () => {
    const [review] = await make({ status: 'approved' })
    expect(await publicly()).toMatchObject({ totalReviews: 1 })
    expect((await ask('DELETE', `/${review?.id}`)).statusCode).toBe(204)
    await expect.poll(publicly).toMatchObject({ totalReviews: 0, averageRating: 0 })
    expect((await list()).total).toBe(0)
    expect(await shop.query('select from reviews where deleted_at is not null')).toHaveLength(1)
    expect((await ask('DELETE', `/${review?.id}`)).statusCode).toBe(404)
  })
})
