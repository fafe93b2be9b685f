import type { Product as ProductAnswer } from '@marashi/domain/contracts/catalogue'
import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../../testing/factories.ts'
import { asAnotherRequest } from '../../testing/refuse-second-connections.ts'
import type { Product } from '../catalogue/product.entity.ts'

let shop: TestApp
let headers: { cookie: string }
let [oud, rose] = [] as unknown as [Product, Product]
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from products')
  await shop.query('delete from categories')
  const category = await makeCategory(shop.deps.orm, 'Oud')
  oud = await makeProduct(shop.deps.orm, category, { name: 'Oud', price: 4_000, originalPrice: 5_000 })
  rose = await makeProduct(shop.deps.orm, category, { name: 'Rose', price: 2_000 })
})

const post = (url: string, payload?: object) =>
  shop.app.inject({ method: 'POST', url: `/api/admin/prices${url}`, headers, payload })
const prices = async () =>
  Object.fromEntries(
    (await shop.query<{ name: string; price: number; original_price: number | null }>('select * from products')).map(
      ({ name, price, original_price }) => [name, [price, original_price]],
    ),
  )
const before = { Oud: [4_000, 5_000], Rose: [2_000, null] }
const both = () => ({
  changes: [
    { id: oud.id, price: 3_600, originalPrice: 4_000 },
    { id: rose.id, price: 1_800.4 },
  ],
})

describe('a change of prices', () => {
  it('changes all of them, with what is sold of each, and is shown at once', async () => {
    const listed = async () =>
      (await shop.app.inject('/api/products')).json<ProductAnswer[]>().map(({ name, price }) => [name, price])
    expect(await listed()).toEqual([
      ['Oud', 4_000],
      ['Rose', 2_000],
    ])
    const answer = await post('', both())
    expect([answer.statusCode, answer.json().changed]).toEqual([200, 2])
    expect(await prices()).toEqual({ Oud: [3_600, 4_000], Rose: [1_800, null] })
    expect(await shop.query('select price from variants order by price')).toEqual([{ price: 1_800 }, { price: 3_600 }])
    await expect.poll(listed).toEqual([
      ['Oud', 3_600],
      ['Rose', 1_800],
    ])
  })

  it('of as many as are more than one statement waits for an order, and never for one that waits for it', async () => {
    await shop.query(
      `insert into products (name, description, price, image, category, category_id, major_category)
       select 'Perfume ' || n, 'A quiet scent.', 2000, '/media/test-0/1080.jpg', category, category_id, major_category
       from products, generate_series(1, 400) n where name = 'Oud'`,
    )
    const products = await shop.query<{ id: string; variant: string }>(
      `select p.id, v.id as variant from products p join variants v on v.product_id = p.id order by p.id`,
    )
    const variants = products.map(({ variant }) => variant)
    // The order has its first piece, of a perfume whose price changes late, and then takes one whose price changes early.
    const first = variants.slice(350).toSorted()[0]
    const second = variants.slice(0, 250).toSorted().at(-1)
    const take = (tx: EntityManager, variant: string | undefined) =>
      tx.execute('select from variants where id = ? for no key update', [variant])
    const changes = products.slice(0, 400).map(({ id }) => ({ id, price: 1_500 }))
    const { change } = await shop.deps.orm.em.fork().transactional(async (tx) => {
      await take(tx, first)
      const change = asAnotherRequest(() => post('', { changes }))
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => shop.query(waits)).toHaveLength(1)
      await take(tx, second)
      return { change }
    })
    expect((await change).statusCode).toBe(200)
  })

  it.each([
    ['a product is gone', (id: string) => ({ id, price: 1 }), '11111111-1111-4111-8111-111111111111', 404],
    ['one was saved since', (id: string) => ({ id, price: 1, updatedAt: '2026-01-01T00:00:00.000Z' }), undefined, 409],
    ['one would cost nothing', (id: string) => ({ id, price: 0.4 }), undefined, 400],
    ['one is named twice', (id: string) => ({ id, price: 1 }), 'twice', 400],
  ])('changes none where %s', async (_, change, id, status) => {
    const second = change(id === 'twice' ? oud.id : (id ?? rose.id))
    const answer = await post('', { changes: [{ id: oud.id, price: 1 }, second] })
    expect(answer.statusCode).toBe(status)
    expect(await prices()).toEqual(before)
    expect(await shop.query('select from price_changes')).toEqual([])
  })
})

describe('undoing a change of prices', () => {
  const changed = async () => (await post('', both())).json<{ id: string }>().id

  it('brings every price back, once', async () => {
    const id = await changed()
    expect((await post(`/${id}/undo`)).json()).toEqual({ id, changed: 2 })
    expect(await prices()).toEqual(before)
    const again = await post(`/${id}/undo`)
    expect([again.statusCode, again.json().error]).toEqual([409, 'This change of prices is undone already.'])
  })

  it('brings none back where a price was changed since, and names it', async () => {
    const id = await changed()
    await post('', { changes: [{ id: rose.id, price: 1_500 }] })
    const answer = await post(`/${id}/undo`)
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      'The price was changed since for Rose. Nothing was undone.',
    ])
    expect(await prices()).toEqual({ Oud: [3_600, 4_000], Rose: [1_500, null] })
  })

  it('leaves deleted products out', async () => {
    const id = await changed()
    await shop.query('delete from products where id = $1', [rose.id])
    expect((await post(`/${id}/undo`)).json()).toEqual({ id, changed: 1 })
    expect(await prices()).toEqual({ Oud: before.Oud })
  })

  it('answers 404 for no change', async () => {
    expect((await post('/11111111-1111-4111-8111-111111111111/undo')).statusCode).toBe(404)
  })
})
