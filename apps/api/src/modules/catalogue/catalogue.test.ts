import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct, makeReview } from '../../testing/factories.ts'

let shop: TestApp

beforeAll(async () => {
  shop = await buildTestApp()
  const { orm } = shop.deps
  const oud = await makeCategory(orm, 'Oud & Woods')
  const citrus = await makeCategory(orm, 'Citrus')
  const zahra = await makeProduct(orm, oud, {
    name: 'Oud Zahra',
    description: 'Smoked agarwood and saffron for men.',
    price: 6_800,
    originalPrice: 8_500,
  })
  await makeProduct(orm, citrus, {
    name: 'Limau Pwani',
    description: 'Lime and sea salt. 100% fresh_air.',
    price: 3_200,
    isNew: true,
  })
  await makeProduct(orm, citrus, { name: 'Élan de Rose', description: 'Feminine rose over lemon.', price: 3_200 })
  await makeReview(orm, zahra, { rating: 5 })
  await makeReview(orm, zahra, { rating: 4 })
  await makeReview(orm, zahra, { rating: 1, status: 'pending' })
  await makeReview(orm, zahra, { rating: 1, status: 'rejected' })
  await makeReview(orm, zahra, { rating: 1, deletedAt: new Date() })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function names(query: string): Promise<string[]> {
  const answer = await shop.app.inject(`/api/products?limit=50&${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<ProductPage>().data.map(({ name }) => name)
}

describe('GET /api/products', () => {
  it('answers a plain array without page and limit, a page with either', async () => {
    expect((await shop.app.inject('/api/products')).json()).toHaveLength(3)
    expect((await shop.app.inject('/api/products?limit=2')).json()).toMatchObject({
      pagination: { page: 1, totalPages: 2, total: 3 },
    })
    expect((await shop.app.inject('/api/products?page=1')).json<ProductPage>().data).toHaveLength(3)
  })

  it('answers empty data and the true totals past the last page', async () => {
    expect((await shop.app.inject('/api/products?page=9&limit=2')).json()).toEqual({
      data: [],
      pagination: { page: 9, totalPages: 2, total: 3 },
    })
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=',
    'page=one',
    'page=1e3',
    'limit=0',
    'limit=101',
    'sort=cheap',
    'majorCategory=kids',
    'page=1&page=2',
    'featured=yes',
  ])('refuses ?%s with a message and the field', async (query) => {
    const answer = await shop.app.inject(`/api/products?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: expect.any(String), code: 'BAD_REQUEST', fields: expect.any(Object) })
  })

  it('sorts by name without regard to case and accents, and by price both ways with the id last', async () => {
    expect(await names('sort=name')).toEqual(['Élan de Rose', 'Limau Pwani', 'Oud Zahra'])
    expect((await names('sort=price-low')).at(-1)).toBe('Oud Zahra')
    expect(await names('sort=price-high')).toEqual((await names('sort=price-low')).toReversed())
  })

  it('filters by category id and by name in any case', async () => {
    const [category] = (await shop.app.inject('/api/categories')).json()
    expect(await names(`category=${category.id}`)).toEqual(['Élan de Rose', 'Limau Pwani'])
    expect(await names('category=oud%20%26%20WOODS')).toEqual(['Oud Zahra'])
    expect(await names('category=nothing')).toEqual([])
  })

  it('filters by audience', async () => {
    expect(await names('majorCategory=men')).toEqual(['Oud Zahra'])
    expect(await names('majorCategory=women')).toEqual(['Élan de Rose'])
    expect(await names('majorCategory=unisex')).toEqual(['Limau Pwani'])
  })

  it.each([
    ['elan', ['Élan de Rose']],
    ['SAFFRON oud', ['Oud Zahra']],
    ['citrus', ['Élan de Rose', 'Limau Pwani']], // equally well, so by name
    ['%', ['Limau Pwani']],
    ['fresh_air', ['Limau Pwani']],
    ['freshXair', ['Limau Pwani']], // no such text: the nearest spelling answers
    ['_', ['Limau Pwani']],
    ['\\', []],
    ['oudh', ['Oud Zahra']],
    ['safforn', ['Oud Zahra']],
    ['rsoe', ['Élan de Rose']],
    ['qqqqqqq', []],
    ['   ', ['Élan de Rose', 'Limau Pwani', 'Oud Zahra']],
  ])('finds %j', async (search, expected) => {
    expect(await names(`search=${encodeURIComponent(search)}`)).toEqual(expected)
  })

  it.each(['search=%00', 'search=%ED%A0%80', 'category=%00', 'category=%ED%A0%80'])(
    'refuses or ignores text that cannot be stored (%s) without failing',
    async (query) => {
      expect((await shop.app.inject(`/api/products?${query}`)).statusCode).toBeLessThan(500)
    },
  )

  it('shows the newest first among the featured', async () => {
    const answer = await shop.app.inject('/api/products?featured=true&page=1&limit=1')
    expect(answer.json<ProductPage>().data.map(({ name }) => name)).toEqual(['Limau Pwani'])
    expect(answer.json<ProductPage>().pagination.total).toBe(3)
  })
})

describe('GET /api/products/{id}', () => {
  it('counts in approved reviews only and shows pictures under the public address', async () => {
    const [found] = (await shop.app.inject('/api/products?search=zahra')).json()
    const answer = await shop.app.inject(`/api/products/${found.id}`)
    expect(answer.json()).toMatchObject({
      averageRating: 4.5,
      reviewCount: 2,
      price: 6_800,
      originalPrice: 8_500,
      image: 'http://shop.test/media/test-0/1080.jpg',
    })
  })

  it('answers 404 for an unknown id and 400 for what is no id', async () => {
    expect((await shop.app.inject('/api/products/11111111-1111-4111-8111-111111111111')).statusCode).toBe(404)
    expect((await shop.app.inject('/api/products/__proto__')).statusCode).toBe(400)
  })
})

describe('cached responses', () => {
  it('show a change as soon as it is stored, whoever stored it', async () => {
    const [before] = (await shop.app.inject('/api/products?search=limau')).json()
    await shop.query('update products set price = 3300 where id = $1', [before.id])
    await expect.poll(async () => (await shop.app.inject('/api/products?search=limau')).json()[0].price).toBe(3_300)
  })

  it('answer 304 to a browser that has them', async () => {
    const first = await shop.app.inject('/api/categories')
    const again = await shop.app.inject({
      url: '/api/categories',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })
})
