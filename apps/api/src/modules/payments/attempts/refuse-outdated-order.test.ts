import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeCategory, makeOrder, makeProduct } from '../../../testing/factories.ts'
import { fakeCard, fakeMpesa } from '../../../testing/fake-gateways.ts'
import type { Product } from '../../catalogue/product.entity.ts'

let shop: TestApp
let product: Product
let now: Date
let pushes: number

beforeEach(async () => {
  now = new Date()
  pushes = 0
  const mpesa = fakeMpesa()
  const push: typeof mpesa.push = (request) => {
    pushes += 1
    return mpesa.push(request)
  }
  shop = await buildTestApp({ clock: () => now, gateways: { mpesa: { ...mpesa, push }, card: fakeCard() } })
  product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { price: 2_500 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const daysPass = (days: number) => {
  now = new Date(now.getTime() + days * 24 * 60 * 60_000)
}

/** An order of two bottles, delivered in Embu for nothing. */
async function placeOrder(): Promise<string> {
  const { id } = await makeOrder(shop.deps.orm, { total: 5_000 })
  await shop.query(
    `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
     values ($1, $2, 'Oud', 2500, 2, 0)`,
    [id, product.id],
  )
  return id
}

async function pay(orderId: string) {
  const initiate = { orderId, phone: '0712345678' }
  const url = '/api/payments/mpesa/initiate'
  const answer = await shop.app.inject({ method: 'POST', url, payload: initiate })
  return { status: answer.statusCode, code: answer.json().code }
}

async function onDelivery(orderId: string): Promise<string> {
  const answer = await shop.app.inject({ method: 'POST', url: '/api/payments/on-delivery', payload: { orderId } })
  return answer.json().state ?? answer.json().code
}

it('does not ask for last month’s price of a perfume that costs another one now', async () => {
  const orderId = await placeOrder()
  daysPass(8)
  await shop.query('update products set price = 3000 where id = $1', [product.id])
  expect(await pay(orderId)).toEqual({ status: 409, code: 'ORDER_OUTDATED' })
  const card = await shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', payload: { orderId } })
  expect(card.json().code).toBe('ORDER_OUTDATED')
  expect(await onDelivery(orderId)).toBe('ORDER_OUTDATED')
  expect(await shop.query('select payment_method as method from orders')).toEqual([{ method: 'mpesa' }])
  expect(pushes).toBe(0)
  expect(await shop.query('select id from payments')).toEqual([])
})

it('does not take money for an old order of a perfume that is gone', async () => {
  const orderId = await placeOrder()
  daysPass(8)
  await shop.query('delete from products')
  expect(await pay(orderId)).toEqual({ status: 409, code: 'ORDER_OUTDATED' })
})

it('lets the shopper pay an old order whose prices still hold, and a young one whose prices changed', async () => {
  const old = await placeOrder()
  daysPass(8)
  expect((await pay(old)).status).toBe(200)
  const toDelivery = await placeOrder()
  expect(await onDelivery(toDelivery)).toBe('on-delivery')
  const young = (await makeOrder(shop.deps.orm)).id
  await shop.query('update orders set created_at = $2 where id = $1', [young, now])
  await shop.query(
    `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
     values ($1, $2, 'Oud', 2500, 1, 0)`,
    [young, product.id],
  )
  await shop.query('update products set price = 3000')
  daysPass(6)
  expect((await pay(young)).status).toBe(200)
})

it('says of an order that is paid that it is paid, however old it is', async () => {
  const orderId = await placeOrder()
  daysPass(30)
  await shop.query('update products set price = 3000')
  await shop.query('update orders set paid_at = now()')
  expect((await pay(orderId)).status).toBe(200)
  expect(pushes).toBe(0)
})

it('says that an old order is to be paid on delivery where it is already, whatever its prices are by now', async () => {
  const orderId = await placeOrder()
  expect(await onDelivery(orderId)).toBe('on-delivery')
  daysPass(8)
  await shop.query('update products set price = 3000')
  expect(await onDelivery(orderId)).toBe('on-delivery')
})
