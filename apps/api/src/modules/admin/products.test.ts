import { setTimeout as wait } from 'node:timers/promises'
import type { Product as ProductAnswer } from '@marashi/domain/contracts/catalogue'
import { newClient } from '@marashi/postgres/connection'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makeProduct, makeReview } from '../../testing/factories.ts'
import { asAnotherRequest } from '../../testing/refuse-second-connections.ts'
import type { Category } from '../catalogue/category.entity.ts'

let shop: TestApp
let headers: { cookie: string }
let oud: Category
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from products')
  await shop.query('delete from categories')
  oud = await makeCategory(shop.deps.orm, 'Oud')
})

const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  shop.app.inject({ method, url: `/api${url}`, headers, payload })
const form = (more: object = {}) => ({
  name: 'Oud Zahra',
  description: 'Smoked agarwood.',
  price: 6_800,
  image: 'https://elsewhere.test/zahra.jpg',
  categoryId: oud.id,
  ...more,
})
const listed = async () => (await ask('GET', '/products')).json<ProductAnswer[]>()

describe('PATCH /api/products/{id}', () => {
  const stored = async () =>
    (await ask('POST', '/products', form({ originalPrice: 8_500, isNew: true, notesTop: ['Saffron'] }))).json()

  it('changes one field and leaves the others', async () => {
    const before = await stored()
    const answer = await ask('PATCH', `/products/${before.id}`, { price: 5_000 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ...before, price: 5_000, updatedAt: expect.any(String) })
  })

  it('refuses what somebody else has saved since, in whatever zone the version is written', async () => {
    const before = await stored()
    const inNairobi = new Date(Date.parse(before.updatedAt) + 3 * 3_600_000).toISOString().replace('Z', '+03:00')
    const change = { price: 5_000, updatedAt: inNairobi }
    expect((await ask('PATCH', `/products/${before.id}`, change)).statusCode).toBe(200)
    expect((await ask('PATCH', `/products/${before.id}`, change)).json()).toMatchObject({ code: 'STALE' })
  })

  it('removes what is null, and refuses what is no field and what is gone', async () => {
    const { id } = await stored()
    expect((await ask('PATCH', `/products/${id}`, { originalPrice: null })).json()).toMatchObject({
      originalPrice: null,
    })
    expect((await ask('PATCH', `/products/${id}`, { prise: 1 })).statusCode).toBe(400)
    expect((await ask('PATCH', `/products/${crypto.randomUUID()}`, { price: 1 })).statusCode).toBe(404)
  })

  it('keeps the audience that was said, until the words are to say it again', async () => {
    const { id } = await stored()
    const audience = async (change: object) => (await ask('PATCH', `/products/${id}`, change)).json().majorCategory
    expect(await audience({ name: 'Rose for women' })).toBe('women')
    expect(await audience({ majorCategory: 'men' })).toBe('men')
    expect(await audience({ name: 'Rose and saffron for women' })).toBe('men')
    await ask('PATCH', `/categories/${oud.id}`, { name: 'Oud and wood' })
    expect((await ask('GET', `/products/${id}`)).json()).toMatchObject({
      category: 'Oud and wood',
      majorCategory: 'men',
    })
    expect((await ask('PUT', `/products/${id}`, form({ name: 'For women' }))).json().majorCategory).toBe('men')
    expect(await audience({ majorCategory: null })).toBe('women')
  })

  it('differs from a PUT, which takes the earlier price away where none is sent', async () => {
    const before = await stored()
    const answer = await ask('PUT', `/products/${before.id}`, form({ price: 5_000 }))
    const changed = { price: 5_000, originalPrice: null, updatedAt: expect.any(String) }
    expect(answer.json()).toEqual({ ...before, ...changed })
  })
})

describe('POST /api/products', () => {
  it('lists a product at once, for everybody who looked before', async () => {
    expect(await listed()).toEqual([])
    const answer = await ask('POST', '/products', form({ originalPrice: 8_500, isNew: true }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      name: 'Oud Zahra',
      category: 'Oud',
      price: 6_800,
      originalPrice: 8_500,
      isNew: true,
      averageRating: 0,
      reviewCount: 0,
    })
    await expect.poll(listed).toHaveLength(1)
    expect([answer.json()]).toMatchObject(await listed())
  })

  it('lets categoryId rule and copies the category’s own name', async () => {
    const answer = await ask('POST', '/products', form({ category: 'Something else' }))
    expect(answer.json()).toMatchObject({ category: 'Oud', categoryId: oud.id })
  })

  it.each([
    [{ name: 'Rose', description: 'For women.' }, 'women'],
    [{ name: 'Vetiver pour homme', description: 'Feminine.' }, 'men'],
    [{ name: 'Moment', description: 'Highly recommended.' }, 'unisex'],
  ])('decides the audience from whole words: %j', async (words, majorCategory) => {
    expect((await ask('POST', '/products', form(words))).json()).toMatchObject({ majorCategory })
  })

  it.each([
    [99.5, 100],
    [0.5, 1],
    [1_499.49, 1_499],
  ])('rounds a price of %d to %d shillings', async (price, stored) => {
    expect((await ask('POST', '/products', form({ price }))).json().price).toBe(stored)
  })

  it.each([
    [{ name: '  ' }, { name: 'Name is required' }],
    [{ description: '' }, { description: 'Description is required' }],
    [{ price: 0 }, { price: 'Price must be greater than 0' }],
    [{ price: 0.49 }, { price: 'Price must be greater than 0' }],
    [{ price: -5 }, { price: 'Price must be greater than 0' }],
    [{ price: 1e12 }, { price: 'Price is too high' }],
    [{ image: 'zahra.jpg' }, { image: 'Please enter a valid image URL' }],
    [{ image: 'javascript:alert(1)' }, { image: 'Please enter a valid image URL' }],
    [{ categoryId: '' }, { categoryId: 'Category is required' }],
    [{ categoryId: '11111111-1111-4111-8111-111111111111' }, { categoryId: 'This category does not exist any more.' }],
  ])('refuses %j', async (wrong, fields) => {
    const answer = await ask('POST', '/products', form(wrong))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ fields })
    expect(await shop.query('select from products')).toEqual([])
  })

  it('keeps our own pictures by their path, so that the shop may move', async () => {
    const ours = 'http://shop.test/media/oud-1/1080.jpg'
    expect((await ask('POST', '/products', form({ image: ours }))).json().image).toBe(ours)
    const foreign = 'http://shop.test.evil.test/media/oud-1/1080.jpg'
    expect((await ask('POST', '/products', form({ image: foreign }))).json().image).toBe(foreign)
    expect(await shop.query('select image from products order by created_at')).toEqual([
      { image: '/media/oud-1/1080.jpg' },
      { image: foreign },
    ])
  })

  it.each(['?v=2', '#top', '?v=2#top'])('knows an uploaded picture of ours behind %s', async (more) => {
    const [upload] = await shop.query<{ id: string }>(
      'insert into uploaded_pictures (id) values (gen_random_uuid()) returning id',
    )
    const ours = `http://shop.test/media/${upload?.id}/1080.jpg`
    expect((await ask('POST', '/products', form({ image: ours + more }))).json().image).toBe(ours)
    // By this path the garbage collection knows that a product shows it.
    expect(await shop.query('select image from products')).toEqual([{ image: `/media/${upload?.id}/1080.jpg` }])
  })
})

describe('PUT /api/products/{id}', () => {
  it('replaces what the form holds and shows it at once', async () => {
    const citrus = await makeCategory(shop.deps.orm, 'Citrus')
    const product = await makeProduct(shop.deps.orm, oud, { originalPrice: 9_000, isNew: true })
    expect(await listed()).toHaveLength(1)
    const answer = await ask('PUT', `/products/${product.id}`, form({ categoryId: citrus.id, price: 5_000 }))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ category: 'Citrus', price: 5_000, originalPrice: null })
    await expect.poll(async () => (await listed())[0]?.price).toBe(5_000)
    expect([answer.json()]).toMatchObject(await listed())
  })

  it('keeps the New mark where the form leaves it out', async () => {
    const product = await makeProduct(shop.deps.orm, oud, { isNew: true })
    expect((await ask('PUT', `/products/${product.id}`, form())).json()).toMatchObject({ isNew: true })
  })

  it('refuses to overwrite what another tab has saved, and only then', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud)
    const [read] = await listed()
    const first = await ask('PUT', `/products/${id}`, form({ updatedAt: read?.updatedAt, price: 2 }))
    expect(first.statusCode).toBe(200)
    const second = await ask('PUT', `/products/${id}`, form({ updatedAt: read?.updatedAt, price: 3 }))
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({ code: 'STALE', error: expect.stringContaining('reload') })
    const third = await ask('PUT', `/products/${id}`, form({ updatedAt: first.json().updatedAt, price: 4 }))
    expect(third.json().price).toBe(4)
    expect((await ask('PUT', `/products/${id}`, form({ price: 5 }))).json().price).toBe(5)
  })

  it('answers 404 for a deleted product', async () => {
    const gone = '11111111-1111-4111-8111-111111111111'
    expect((await ask('PUT', `/products/${gone}`, form())).statusCode).toBe(404)
  })
})

describe('DELETE /api/products/{id}', () => {
  it('deletes its reviews and keeps name and price on past orders', async () => {
    const { orm } = shop.deps
    const product = await makeProduct(orm, oud)
    await makeReview(orm, product)
    const order = await makeOrder(orm)
    await shop.query(
      `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
       values ($1, $2, 'Oud Zahra', 6800, 1, 0)`,
      [order.id, product.id],
    )
    expect(await listed()).toHaveLength(1)
    const answer = await ask('DELETE', `/products/${product.id}`)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    await expect.poll(listed).toEqual([])
    expect(await shop.query('select from reviews')).toEqual([])
    expect(await shop.query('select product_id, product_name, product_price from order_items')).toEqual([
      { product_id: null, product_name: 'Oud Zahra', product_price: 6_800 },
    ])
    expect((await ask('DELETE', `/products/${product.id}`)).statusCode).toBe(404)
  })

  it('does not end an order that gives its pieces back meanwhile, nor is ended by one', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud)
    const order = await makeOrder(shop.deps.orm)
    const [variant] = await shop.query<{ id: string }>('select id from variants where product_id = $1', [id])
    await shop.query(
      `insert into order_items (order_id, product_id, variant_id, product_name, product_price, quantity, position)
       values ($1, $2, $3, 'Oud', 4500, 1, 0)`,
      [order.id, id, variant?.id],
    )
    let deletion: ReturnType<typeof ask> | undefined
    await shop.deps.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select from variants where id = ? for no key update', [variant?.id])
      deletion = asAnotherRequest(() => ask('DELETE', `/products/${id}`))
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => shop.query(waits)).toHaveLength(1)
      await tx.execute('update order_items set given_back = 1 where order_id = ?', [order.id])
    })
    expect((await deletion)?.statusCode).toBe(204)
    expect(await shop.query('select variant_id, given_back from order_items where order_id = $1', [order.id])).toEqual([
      { variant_id: null, given_back: 1 },
    ])
  })

  it('lets an order be cancelled whose perfume is being deleted at that moment', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud)
    const order = await makeOrder(shop.deps.orm)
    const [variant] = await shop.query<{ id: string }>(
      'update variants set stock_count = 2 where product_id = $1 returning id',
      [id],
    )
    await shop.query(
      `insert into order_items (order_id, product_id, variant_id, product_name, product_price, quantity, taken, position)
       values ($1, $2, $3, 'Oud', 4500, 1, 1, 0)`,
      [order.id, id, variant?.id],
    )
    let cancellation: ReturnType<typeof ask> | undefined
    await shop.deps.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select from variants where id = ? for update', [variant?.id])
      cancellation = asAnotherRequest(() => ask('POST', `/admin/orders/${order.id}/cancel`, { reason: 'Called' }))
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => shop.query(waits)).toHaveLength(1)
      await tx.execute('delete from products where id = ?', [id])
    })
    const answer = await cancellation
    expect([answer?.statusCode, answer?.json().order.status]).toEqual([200, 'cancelled'])
  })
})

describe('categories', () => {
  it('are added, and shown at once', async () => {
    expect((await ask('GET', '/categories')).json()).toHaveLength(1)
    const answer = await ask('POST', '/categories', { name: ' Citrus ', description: '  ' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ name: 'Citrus', description: null })
    await expect.poll(async () => (await ask('GET', '/categories')).json()[0]).toEqual(answer.json())
  })

  it.each(['Oud', ' oUD '])('cannot be named twice: %j', async (name) => {
    const taken = 'There is a category with this name already.'
    const added = await ask('POST', '/categories', { name })
    expect(added.statusCode).toBe(409)
    expect(added.json()).toMatchObject({ error: taken, code: 'CONFLICT', fields: { name: taken } })
    const { id } = await makeCategory(shop.deps.orm, 'Citrus')
    expect((await ask('PATCH', `/categories/${id}`, { name })).json().fields).toEqual({ name: taken })
  })

  it('rename their products in the same transaction, and change the audience of their products', async () => {
    const { orm } = shop.deps
    await makeProduct(orm, oud, { name: 'Zahra' })
    await makeProduct(orm, oud, { name: 'Nur for women' })
    const [before] = await listed()
    const answer = await ask('PATCH', `/categories/${oud.id}`, { name: 'Men’s Oud' })
    expect(answer.statusCode).toBe(200)
    const wanted = { category: 'Men’s Oud', majorCategory: 'men' }
    await expect.poll(listed).toEqual([expect.objectContaining(wanted), expect.objectContaining(wanted)])
    const changed = await ask('PATCH', `/categories/${oud.id}`, { name: 'Oud' })
    expect(changed.statusCode).toBe(200)
    await expect
      .poll(async () => (await listed()).map(({ majorCategory }) => majorCategory))
      .toEqual(['women', 'unisex'])
    expect((await listed())[0]?.updatedAt).toBe(before?.updatedAt)
  })

  it('that are renamed are a change of their products, for programs that keep a copy of the catalogue', async () => {
    await makeProduct(shop.deps.orm, oud, { name: 'Zahra' })
    for (const table of ['categories', 'products', 'variants'])
      await shop.query(`update ${table} set updated_at = '2026-01-01'`)
    const query = 'updatedSince=2026-01-02T00:00:00Z'
    const changed = async () => (await ask('GET', `/admin/products?${query}`)).json()
    expect(await changed()).toMatchObject({ products: [], total: 0 })
    await ask('PATCH', `/categories/${oud.id}`, { name: 'Oud for men' })
    const renamed = { name: 'Zahra', category: 'Oud for men', majorCategory: 'men' }
    expect(await changed()).toMatchObject({ products: [renamed], total: 1 })
    expect((await ask('GET', `/admin/products.csv?${query}`)).body).toContain(',Oud for men,')
  })

  it('and reviews that are approved or deleted are such a change too: the copy holds their stars', async () => {
    const product = await makeProduct(shop.deps.orm, oud, { name: 'Zahra' })
    const review = await makeReview(shop.deps.orm, product, { status: 'pending', rating: 4 })
    const since = async (year: number) => {
      const answer = await ask('GET', `/admin/products?updatedSince=${year}-01-02T00:00:00Z`)
      return answer.json<{ products: object[] }>().products
    }
    for (const table of ['categories', 'products', 'variants', 'reviews'])
      await shop.query(`update ${table} set updated_at = '2026-01-01'`)
    expect(await since(2026)).toEqual([])
    await ask('PATCH', `/admin/reviews/${review.id}`, { status: 'approved' })
    expect(await since(2026)).toMatchObject([{ averageRating: 4, reviewCount: 1 }])
    await shop.query(`update reviews set updated_at = '2026-01-01'`)
    await ask('DELETE', `/admin/reviews/${review.id}`)
    expect(await since(2026)).toMatchObject([{ averageRating: 0, reviewCount: 0 }])
  })

  it('take the words of a product that was being saved when they were renamed', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Zahra' })
    const somebody = newClient(shop.databaseUrl)
    await somebody.connect()
    await somebody.query('begin')
    await somebody.query(`update products set name = 'Zahra for women', major_category = 'women' where id = $1`, [id])
    const renamed = ask('PATCH', `/categories/${oud.id}`, { name: 'Agarwood' })
    try {
      const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await shop.query(isWaiting)).length === 0) await wait(5)
      await somebody.query('commit')
    } finally {
      await somebody.end()
    }
    expect((await renamed).statusCode).toBe(200)
    const stored = { name: 'Zahra for women', category: 'Agarwood', audience: 'women' }
    expect(await shop.query('select name, category, major_category as audience from products')).toEqual([stored])
  })

  it.each([' ', null])('keep what is left out, and lose a description for %j', async (description) => {
    await ask('PATCH', `/categories/${oud.id}`, { description: 'Agarwood' })
    expect((await ask('PATCH', `/categories/${oud.id}`, { name: 'Ouds' })).json().description).toBe('Agarwood')
    expect((await ask('PATCH', `/categories/${oud.id}`, { description })).json()).toMatchObject({
      name: 'Ouds',
      description: null,
    })
  })

  it('refuse an edit of an older version', async () => {
    const [read] = (await ask('GET', '/categories')).json()
    await wait(2)
    const first = await ask('PATCH', `/categories/${oud.id}`, { name: 'Ouds', updatedAt: read.updatedAt })
    expect(first.statusCode).toBe(200)
    const late = await ask('PATCH', `/categories/${oud.id}`, { name: 'Late', updatedAt: read.updatedAt })
    expect([late.statusCode, late.json().code]).toEqual([409, 'STALE'])
  })

  it('are deleted when they are empty; otherwise the refusal names how many products they have', async () => {
    const product = await makeProduct(shop.deps.orm, oud)
    expect((await ask('GET', '/admin/categories/use')).json()).toEqual([{ categoryId: oud.id, productCount: 1 }])
    const refused = await ask('DELETE', `/categories/${oud.id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error).toBe('1 product is in Oud. Move or delete it first.')
    await ask('DELETE', `/products/${product.id}`)
    expect((await ask('DELETE', `/categories/${oud.id}`)).statusCode).toBe(204)
    expect((await ask('DELETE', `/categories/${oud.id}`)).statusCode).toBe(404)
  })

  it('never leave a product with an old name, whatever else happens at the same time', async () => {
    const work = Array.from({ length: 12 }, (_, nth) =>
      nth % 3 === 0
        ? ask('PATCH', `/categories/${oud.id}`, { name: `Oud ${nth}` })
        : ask('POST', '/products', form({ name: `Perfume ${nth}` })),
    )
    expect((await Promise.all(work)).map(({ statusCode }) => statusCode).filter((status) => status >= 300)).toEqual([])
    expect(
      await shop.query(
        'select p.name from products p join categories c on c.id = p.category_id where c.name <> p.category',
      ),
    ).toEqual([])
  })
})
