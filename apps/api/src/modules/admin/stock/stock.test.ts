import type { LowStock, ProductStock } from '@marashi/domain/contracts/admin-stock'
import type { Product as ProductAnswer } from '@marashi/domain/contracts/catalogue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makeProduct } from '../../../testing/factories.ts'
import type { Product } from '../../catalogue/product.entity.ts'

let shop: TestApp
let headers: { cookie: string }
let oud: Product
let rose: Product

beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from orders')
  await shop.query('delete from products')
  const category = await makeCategory(shop.deps.orm, `Oud ${Math.random()}`)
  oud = await makeProduct(shop.deps.orm, category, { name: 'Oud Zahra' })
  rose = await makeProduct(shop.deps.orm, category, { name: 'Rose Nights' })
})

const save = (product: Product, payload: object) =>
  shop.app.inject({ method: 'PATCH', url: `/api/admin/products/${product.id}/stock`, headers, payload })
const low = async () => (await shop.app.inject({ url: '/api/admin/stock/low', headers })).json<LowStock>()
const changes = () => shop.query('select reason, pieces, count_after as after from stock_changes order by id')

describe('the owner', () => {
  it('counts nothing until she says how many there are, and may stop again', async () => {
    const url = `/api/admin/products/${oud.id}/stock`
    expect((await shop.app.inject({ url, headers })).json<ProductStock>()).toMatchObject({
      name: 'Oud Zahra',
      stockCount: null,
      soldOut: false,
      lowAt: null,
    })
    expect((await save(oud, { stockCount: 12 })).json()).toMatchObject({ stockCount: 12 })
    expect((await save(oud, { stockCount: null })).json()).toMatchObject({ stockCount: null })
    expect(await changes()).toEqual([
      { reason: 'counted', pieces: null, after: 12 },
      { reason: 'counted', pieces: null, after: null },
    ])
  })

  it('adds and takes pieces, never below none, and each is a line of the ledger', async () => {
    await save(oud, { change: 2 })
    await save(oud, { change: -1 })
    expect((await save(oud, { change: -5 })).json()).toMatchObject({ stockCount: 0 })
    await save(oud, { change: -1 })
    expect(await changes()).toEqual([
      { reason: 'counted', pieces: null, after: 2 },
      { reason: 'counted', pieces: -1, after: 1 },
      { reason: 'counted', pieces: -1, after: 0 },
    ])
  })

  it.each([-1, 0])(
    'keeps selling without a count what her till reports %i of, and counts once pieces are added',
    async (change) => {
      expect((await save(oud, { change, lowAt: 4 })).json()).toMatchObject({
        stockCount: null,
        soldOut: false,
        lowAt: 4,
      })
      expect(await changes()).toEqual([])
      expect((await save(oud, { change: 2 })).json()).toMatchObject({ stockCount: 2 })
    },
  )

  it('is shown what is low, fewest first, by the usual threshold or the perfume’s own', async () => {
    await save(oud, { stockCount: 3 })
    await save(rose, { stockCount: 10 })
    expect((await low()).products.map(({ name }) => name)).toEqual(['Oud Zahra'])
    await save(rose, { lowAt: 10 })
    await save(oud, { lowAt: 2 })
    expect(await low()).toMatchObject({ total: 1, products: [{ name: 'Rose Nights', stockCount: 10, lowAt: 10 }] })
  })

  it('is shown the orders to be packed whose pieces were sold while they waited', async () => {
    const order = await makeOrder(shop.deps.orm)
    await shop.query(
      `insert into order_items (order_id, product_id, product_name, product_price, quantity, position, given_back)
       values ($1, $2, 'Oud Zahra', 2500, 3, 0, 2)`,
      [order.id, oud.id],
    )
    expect((await low()).shortOrders).toEqual([])
    await shop.query('update orders set paid_at = now() where id = $1', [order.id])
    expect((await low()).shortOrders).toEqual([
      { orderId: order.id, orderNumber: order.orderNumber, productName: 'Oud Zahra', missing: 2 },
    ])
    // A hundred newer ones: whoever waits longest is first, and none is left out of the count.
    await shop.query(
      `with copies as (
         insert into orders (order_number, customer_name, customer_phone, customer_email, delivery_address, delivery_location,
                             delivery_charge, subtotal, total, status, payment_method, paid_at, created_at, updated_at)
         select 'MR9' || n, customer_name, customer_phone, customer_email, delivery_address, delivery_location,
                delivery_charge, subtotal, total, status, payment_method, paid_at, created_at + n * interval '1 s', updated_at
         from orders, generate_series(1, 100) as n where id = $1 returning id)
       insert into order_items (order_id, product_id, product_name, product_price, quantity, position, given_back)
       select id, $2, 'Oud Zahra', 2500, 3, 0, 2 from copies`,
      [order.id, oud.id],
    )
    const { shortOrders, shortOrdersTotal } = await low()
    expect([shortOrders[0]?.orderId, shortOrders.length, shortOrdersTotal]).toEqual([order.id, 100, 101])
  })

  it('shows no orders to a key that may read the catalogue alone', async () => {
    const order = await makeOrder(shop.deps.orm)
    await shop.query('update orders set paid_at = now() where id = $1', [order.id])
    await shop.query(
      `insert into order_items (order_id, product_id, product_name, product_price, quantity, position, given_back)
       values ($1, $2, 'Oud Zahra', 2500, 3, 0, 2)`,
      [order.id, oud.id],
    )
    await save(oud, { stockCount: 0 })
    const readBy = async (scopes: string[]) => {
      const payload = { name: 'Feed', scopes }
      const made = await shop.app.inject({ method: 'POST', url: '/api/admin/api-keys', headers, payload })
      const authorization = `Bearer ${made.json().key}`
      return (await shop.app.inject({ url: '/api/admin/stock/low', headers: { authorization } })).json<LowStock>()
    }
    expect(await readBy(['catalogue:read'])).toMatchObject({ total: 1, shortOrders: [] })
    expect(await readBy(['catalogue:read', 'orders:read'])).toMatchObject({ shortOrders: [{ orderId: order.id }] })
  })

  it('cannot send a count and a change of it together, nor count what is not there', async () => {
    expect((await save(oud, { stockCount: 3, change: 1 })).statusCode).toBe(400)
    expect((await save(oud, { stockCount: -1 })).statusCode).toBe(400)
    const gone = { id: '11111111-1111-4111-8111-111111111111' } as Product
    expect((await save(gone, { soldOut: true })).statusCode).toBe(404)
  })
})

it.each([
  ['switched to sold out', () => save(oud, { soldOut: true })],
  ['counted to none', () => save(oud, { stockCount: 0 })],
])('a perfume that is %s says so to everybody at once', async (_how, change) => {
  const isSoldOut = async () =>
    (await shop.app.inject(`/api/products/${oud.id}`)).json<ProductAnswer>().isSoldOut &&
    (await shop.app.inject('/api/products')).json<ProductAnswer[]>().find(({ id }) => id === oud.id)?.isSoldOut
  expect(await isSoldOut()).toBe(false)
  await change()
  await expect.poll(isSoldOut).toBe(true)
})
