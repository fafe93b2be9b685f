import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeCategory, makePayment, makeProduct } from '../../../testing/factories.ts'
import { fakeCard, fakeMpesa } from '../../../testing/fake-gateways.ts'
import type { Product } from '../../catalogue/product.entity.ts'
import type { Order } from '../../orders/order.entity.ts'
import { releaseHeldPieces } from '../../orders/release-held-pieces.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

let shop: TestApp
let product: Product
let now: Date

beforeEach(async () => {
  now = new Date()
  shop = await buildTestApp({ clock: () => now, gateways: { mpesa: fakeMpesa(), card: fakeCard() } })
  product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { price: 2_500 })
  await shop.query('update variants set stock_count = 3 where product_id = $1', [product.id])
})
afterEach(() => shop[Symbol.asyncDispose]())

const hoursPass = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}
const post = (path: string, payload: object) => shop.app.inject({ method: 'POST', url: `/api${path}`, payload })

async function place(quantity: number, paymentMethod = 'mpesa'): Promise<string> {
  const amounts = { deliveryLocation: 'embu', deliveryCharge: 0, subtotal: 2_500 * quantity, total: 2_500 * quantity }
  const customer = { customerName: 'Amina', customerPhone: '0712345678', deliveryAddress: 'Moi Avenue' }
  const line = { productId: product.id, productName: 'Oud', productPrice: 2_500, quantity }
  const answer = await post('/orders', { order: { ...customer, ...amounts, paymentMethod }, items: [line] })
  expect(answer.statusCode).toBe(201)
  return answer.json<OrderReceipt>().id
}
const release = () => releaseHeldPieces(jobContext({ ...shop.deps, log: shop.app.log }))
const prompt = (orderId: string) => post('/payments/mpesa/initiate', { orderId, phone: '0712345678' })
const left = async () => (await shop.query<{ n: number }>('select stock_count as n from variants'))[0]?.n
const lineOf = async (orderId: string) =>
  (await shop.query('select taken, given_back as missing from order_items where order_id = $1', [orderId]))[0]
const statusOf = async (orderId: string) =>
  (await shop.query<{ status: string }>('select status from orders where id = $1', [orderId]))[0]?.status

it('gives the pieces of an unpaid order back after a day, once, and leaves the order as it is', async () => {
  const id = await place(2)
  hoursPass(23)
  await release()
  expect(await left()).toBe(1)
  hoursPass(2)
  await release()
  await release()
  expect(await left()).toBe(3)
  expect(await statusOf(id)).toBe('pending')
  expect(await shop.query('select reason, pieces from stock_changes order by id')).toEqual([
    { reason: 'ordered', pieces: -2 },
    { reason: 'unpaid', pieces: 2 },
  ])
})

it('leaves what is paid, to be paid on delivery or just being paid', async () => {
  const paid = await place(1)
  await place(1, 'manual')
  const asked = await place(1)
  await shop.query('update orders set paid_at = $2 where id = $1', [paid, now])
  hoursPass(23.9)
  expect((await prompt(asked)).statusCode).toBe(200)
  hoursPass(0.2)
  await release()
  expect(await left()).toBe(0)
  hoursPass(1)
  await release()
  expect(await left()).toBe(1)
})

it('holds them again for a shopper who pays after all', async () => {
  const id = await place(2)
  hoursPass(25)
  await release()
  expect((await prompt(id)).statusCode).toBe(200)
  expect(await left()).toBe(1)
  hoursPass(25)
  await release()
  expect(await left()).toBe(3)
})

it('asks nobody for money for what was sold meanwhile, and takes no part of it', async () => {
  const id = await place(3)
  hoursPass(25)
  await release()
  await place(1, 'manual')
  const refusals = [
    await prompt(id),
    await post('/create-payment-intent', { orderId: id }),
    await post('/payments/on-delivery', { orderId: id }),
  ]
  for (const refusal of refusals) {
    expect(refusal.statusCode).toBe(409)
    expect(refusal.json()).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
  }
  expect(await left()).toBe(2)
  expect(await lineOf(id)).toEqual({ taken: 0, missing: 3 })
})

it('books money that comes late, with the pieces that are left, and keeps how many are missing', async () => {
  const id = await place(3)
  hoursPass(25)
  await release()
  await place(1, 'manual')
  const payment = await makePayment(shop.deps.orm, { id, total: 7_500 } as Order)
  await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK0000001',
  })
  expect(await statusOf(id)).toBe('processing')
  expect(await left()).toBe(0)
  expect(await lineOf(id)).toEqual({ taken: 2, missing: 1 })
})
