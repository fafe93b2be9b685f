import type { ErrorBody } from '@marashi/domain/contracts/error-body'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { deletedMeanwhile } from '../../testing/deleted-meanwhile.ts'
import { logIn, makeCategory, makeOrder, makeProduct, makeReview } from '../../testing/factories.ts'
import type { Product } from '../catalogue/product.entity.ts'

let shop: TestApp
let product: Product

beforeAll(async () => {
  shop = await buildTestApp({ env: { LIMIT_REVIEWS: '3/3600' } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  const { orm } = shop.deps
  product = await makeProduct(orm, await makeCategory(orm, `Shelf ${Math.random()}`))
})

const submit = (payload: unknown, id = product.id) =>
  shop.app.inject({ method: 'POST', url: `/api/products/${id}/reviews`, payload: payload as object })

const good = { rating: 5, content: 'Inadumu siku nzima! 🌹', customerName: 'Wanjiku' }
const stored = () =>
  shop.query<Record<'status' | 'order_id', string | null>>('select * from reviews where product_id = $1', [product.id])

describe('what the owner sets of reviews', () => {
  const set = async (name: string, value: boolean) => {
    const headers = await logIn(shop.deps.orm)
    const payload = { value, version: 0 }
    const saved = await shop.app.inject({ method: 'PUT', url: `/api/admin/settings/reviews.${name}`, headers, payload })
    expect(saved.statusCode).toBe(200)
  }
  afterEach(async () => {
    await shop.query('truncate shop_settings, shop_setting_changes')
    shop.deps.settings.invalidate()
  })
  const ordered = async (change: string) => {
    const { id } = await makeOrder(shop.deps.orm)
    await shop.query(
      `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
       values ($1, $2, 'Musk', 100, 1, 0)`,
      [id, product.id],
    )
    await shop.query(`update orders set ${change} where id = $1`, [id])
    const [row] = await shop.query<{ secret: string }>('select page_secret as secret from orders where id = $1', [id])
    return { id, secret: row?.secret ?? '' }
  }

  it('shows a review at once where nobody moderates', async () => {
    await set('isModerated', false)
    expect((await submit(good)).json()).toMatchObject({ status: 'approved' })
    const list = await shop.app.inject(`/api/products/${product.id}/reviews`)
    expect(list.json()).toMatchObject({ totalReviews: 1, reviews: [{ isVerifiedPurchase: false }] })
  })

  it('takes reviews of buyers alone, as verified purchases', async () => {
    await set('isForBuyers', true)
    const paid = await ordered('paid_at = now()')
    const refused = [undefined, [], ['x'.repeat(43)], [(await ordered('paid_at = null')).secret]]
    for (const orderSecrets of refused) {
      const answer = await submit({ ...good, orderSecrets })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ code: 'REVIEW_NEEDS_ORDER' })
    }
    expect(await stored()).toEqual([])
    expect((await submit({ ...good, orderSecrets: ['nonsense', paid.secret] })).statusCode).toBe(201)
    expect(await stored()).toMatchObject([{ order_id: paid.id, status: 'pending' }])
  })

  it('takes one review of a perfume for each order that has it', async () => {
    await set('isForBuyers', true)
    const [first, second] = [await ordered('paid_at = now()'), await ordered('paid_at = now()')]
    const orderSecrets = [first.secret, second.secret]
    const write = (nth: number) => submit({ ...good, content: `Lasts the whole day, ${nth} of them`, orderSecrets })
    const answers = await Promise.all([write(1), write(2), write(3)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'ALREADY_REVIEWED' })
    const orders = (await stored()).map(({ order_id }) => order_id)
    expect(orders.toSorted()).toEqual([first.id, second.id].toSorted())
  })

  it('takes the same words of one buyer for one review, and of two for two', async () => {
    await set('isForBuyers', true)
    const [one, again, other] = await Promise.all([1, 2, 3].map(() => ordered('paid_at = now()')))
    const write = async (...bought: ({ secret: string } | undefined)[]) =>
      (await submit({ ...good, orderSecrets: bought.map((order) => order?.secret) })).json<{ id: string }>().id
    const first = await write(one, again)
    expect(await write(one, again)).toBe(first)
    expect(await write(other)).not.toBe(first)
    expect(await stored()).toHaveLength(2)
  })

  it('takes an order for no perfume that was not in it, nor one whose money went back', async () => {
    await set('isForBuyers', true)
    const { id, secret } = await ordered(`status = 'delivered', paid_at = now()`)
    await shop.query('update orders set refunded_at = now() where id = $1', [id])
    expect((await submit({ ...good, orderSecrets: [secret] })).statusCode).toBe(422)
    await shop.query('update orders set refunded_at = null where id = $1', [id])
    await shop.query('update order_items set product_id = null where order_id = $1', [id])
    expect((await submit({ ...good, orderSecrets: [secret] })).statusCode).toBe(422)
  })

  it('keeps no order where everybody may review', async () => {
    const { secret } = await ordered('paid_at = now()')
    await submit({ ...good, orderSecrets: [secret] })
    expect(await stored()).toMatchObject([{ order_id: null, status: 'pending' }])
  })
})

describe('POST /api/products/{id}/reviews', () => {
  it('keeps the review for moderation, invisible to everybody', async () => {
    const answer = await submit(good)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ status: 'pending' })
    expect(await stored()).toEqual([
      expect.objectContaining({ status: 'pending', content: good.content, customer_name: 'Wanjiku', order_id: null }),
    ])
    const list = await shop.app.inject(`/api/products/${product.id}/reviews`)
    expect(list.json()).toEqual({ reviews: [], averageRating: 0, totalReviews: 0, ratingCounts: [0, 0, 0, 0, 0] })
  })

  it('is the same one where it is sent again within ten minutes', async () => {
    const answer = await submit(good)
    expect((await submit(good)).json()).toEqual(answer.json())
    expect(await stored()).toHaveLength(1)
    await shop.query(`update reviews set created_at = created_at - interval '11 minutes' where product_id = $1`, [
      product.id,
    ])
    expect((await submit(good)).json()).not.toMatchObject({ id: answer.json<{ id: string }>().id })
  })

  it('takes an empty name as absent', async () => {
    await submit({ ...good, customerName: '  ' })
    expect(await stored()).toEqual([expect.objectContaining({ customer_name: null })])
  })

  it('counts 500 characters as a person does', async () => {
    expect((await submit({ ...good, content: '👩‍👩‍👧'.repeat(500) })).statusCode).toBe(201)
    expect((await submit({ ...good, content: 'a'.repeat(501) })).statusCode).toBe(400)
  })

  it.each([
    [{ ...good, rating: 0 }, 'rating', 'Rating must be between 1 and 5'],
    [{ ...good, rating: 6 }, 'rating', 'Rating must be between 1 and 5'],
    [{ content: good.content }, 'rating', 'Please select a rating'],
    [{ ...good, rating: '5' }, 'rating', 'Please select a rating'],
    [{ ...good, content: 'Too short' }, 'content', 'Review must be at least 10 characters'],
    [{ ...good, content: 'x'.repeat(501) }, 'content', 'Review must be less than 500 characters'],
  ])('refuses %j', async (payload, field, message) => {
    const answer = await submit(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<ErrorBody>().fields).toEqual({ [field]: message })
    expect(await stored()).toEqual([])
  })

  it.each([
    { ...good, status: 'approved' },
    { ...good, orderId: '11111111-1111-4111-8111-111111111111' },
    { ...good, id: '11111111-1111-4111-8111-111111111111' },
    [],
    'text',
  ])('refuses what a visitor may not set: %j', async (payload) => {
    expect((await submit(payload)).statusCode).toBeGreaterThanOrEqual(400)
    expect((await submit(payload)).statusCode).toBeLessThan(500)
    expect(await stored()).toEqual([])
  })

  it('answers 404 for a product that does not exist', async () => {
    expect((await submit(good, '11111111-1111-4111-8111-111111111111')).statusCode).toBe(404)
  })

  it('answers 404 for a product that is deleted while the review is written', async () => {
    const deletion = { sql: 'delete from products where id = $1', values: [product.id] }
    const answer = await deletedMeanwhile(shop, deletion, () => submit(good))
    expect(answer.statusCode).toBe(404)
    expect(answer.json<ErrorBody>()).toMatchObject({ error: 'Product not found', code: 'NOT_FOUND' })
  })

  it('takes three an hour from one address for one product; refused input does not count', async () => {
    await submit({ ...good, rating: 9 })
    for (let n = 0; n < 3; n++) expect((await submit({ ...good, rating: n + 1 })).statusCode).toBe(201)
    const fourth = await submit(good)
    expect(fourth.statusCode).toBe(429)
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(await stored()).toHaveLength(3)
  })

  it('takes no more from one address than the shop takes of all products together', async () => {
    await using strict = await buildTestApp({ env: { LIMIT_NETWORK_REVIEWS: '4/3600' } })
    const { orm } = strict.deps
    const category = await makeCategory(orm, 'Oud')
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const { id } = await makeProduct(orm, category)
      const url = `/api/products/${id}/reviews`
      statuses.push((await strict.app.inject({ method: 'POST', url, payload: good })).statusCode)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 429, 429])
  })

  it('does not count reviews that the administrator writes in the shop', async () => {
    const headers = await logIn(shop.deps.orm)
    const url = `/api/products/${product.id}/reviews`
    for (let n = 0; n < 5; n++) {
      expect((await shop.app.inject({ method: 'POST', url, payload: good, headers })).statusCode).toBe(201)
    }
    expect((await submit(good)).statusCode).toBe(201)
  })
})

describe('GET /api/products/{id}/reviews', () => {
  it('shows approved reviews newest first with their average, and never an order’s id', async () => {
    const { orm } = shop.deps
    await makeReview(orm, product, { rating: 4, content: 'The earlier one.' })
    await makeReview(orm, product, { rating: 5, content: 'The later one.', customerName: 'Otieno' })
    await makeReview(orm, product, { rating: 1, status: 'pending' })
    const list = (await shop.app.inject(`/api/products/${product.id}/reviews`)).json()
    expect(list).toMatchObject({ averageRating: 4.5, totalReviews: 2 })
    expect(list.reviews.map(({ content }: { content: string }) => content)).toEqual([
      'The later one.',
      'The earlier one.',
    ])
    expect(list.reviews[0]).not.toHaveProperty('orderId')
  })

  it('narrows the list to stars and to verified purchases, and none of the numbers', async () => {
    const { orm } = shop.deps
    await makeReview(orm, product, { rating: 4, content: 'Four stars, bought here.' })
    await shop.query('update reviews set order_id = $1 where product_id = $2', [(await makeOrder(orm)).id, product.id])
    await makeReview(orm, product, { rating: 4, content: 'Four stars, from hearsay.' })
    await makeReview(orm, product, { rating: 5, content: 'Five stars, from hearsay.' })
    const list = async (query: string) => {
      const { reviews, ...all } = (await shop.app.inject(`/api/products/${product.id}/reviews?${query}`)).json()
      expect(all).toEqual({ averageRating: 4.3, totalReviews: 3, ratingCounts: [0, 0, 0, 2, 1] })
      return reviews.map(({ content }: { content: string }) => content)
    }
    expect(await list('rating=4')).toEqual(['Four stars, from hearsay.', 'Four stars, bought here.'])
    expect(await list('rating=4&verifiedOnly=true')).toEqual(['Four stars, bought here.'])
    expect(await list('rating=1')).toEqual([])
    expect((await shop.app.inject(`/api/products/${product.id}/reviews?rating=6`)).statusCode).toBe(400)
  })
})
