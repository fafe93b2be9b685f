import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../http/context.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makePayment, makeProduct } from '../../testing/factories.ts'
import { fakeMpesa } from '../../testing/fake-gateways.ts'
import { orderRequest } from '../../testing/order-request.ts'
import type { Product } from '../catalogue/product.entity.ts'
import type { Order } from '../orders/order.entity.ts'
import { releaseHeldPieces } from '../orders/release-held-pieces.ts'

const DAY_MS = 24 * 3_600_000
/** As many as a test's shop has. */
const CONNECTIONS = 10

let shop: TestApp
let product: Product
let now: Date
let networks: number
let lines: string[]

beforeEach(async () => {
  now = new Date()
  networks = 0
  lines = []
  shop = await buildTestApp({
    env: { LIMIT_DELIVERY_ORDERS: '3/86400', LOG_LEVEL: 'warn' },
    clock: () => now,
    gateways: { mpesa: fakeMpesa() },
    logTo: { write: (line) => void lines.push(line) },
  })
  product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
})
afterEach(() => shop[Symbol.asyncDispose]())

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
/** Each request comes from another network. */
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  shop.app.inject({ method: 'POST', url: `/api${path}`, payload, headers, remoteAddress: `41.90.1.${++networks}` })

function place(
  customerPhone: string,
  { paymentMethod = 'manual', headers }: { paymentMethod?: string; headers?: Record<string, string> } = {},
) {
  const { order, items } = orderRequest(product)
  return post('/orders', { order: { ...order, customerPhone, paymentMethod }, items }, headers)
}
async function placed(...given: Parameters<typeof place>): Promise<string> {
  const answer = await place(...given)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<OrderReceipt>().id
}
const fill = async (orders = 3) => {
  for (let nth = 1; nth <= orders; nth++) await placed(`071200000${nth}`)
}
const refusal = {
  code: 'TOO_MANY_REQUESTS',
  error: 'Pay on delivery is not available at the moment. Please choose another way to pay.',
}
const set = (id: string, columns: string) => shop.query(`update orders set ${columns} where id = $1`, [id])
const count = async () => (await shop.query('select from orders')).length

describe('while too many orders wait to be paid on delivery', () => {
  it('a new phone is refused one more, told when to come back, and orders in another way', async () => {
    await fill()
    const answer = await place('0712000009')
    expect([answer.statusCode, answer.json()]).toEqual([429, expect.objectContaining(refusal)])
    expect(Number(answer.headers['retry-after'])).toBe(600)
    expect(await count()).toBe(3)
    await placed('0712000009', { paymentMethod: 'mpesa' })
    expect(lines.filter((line) => line.includes('pay on delivery is refused to new phones'))).toHaveLength(1)
  })

  it('a phone that had an order paid or delivered here goes on, however it is written, but not without end', async () => {
    await set(await placed('+254 712 000 001', { paymentMethod: 'mpesa' }), 'paid_at = now()')
    await set(await placed('0712000002'), `status = 'delivered'`)
    await set(await placed('0712000003', { paymentMethod: 'mpesa' }), 'paid_at = now(), deleted_at = now()')
    for (const nth of [4, 5, 6]) await placed(`071200000${nth}`)
    for (let nth = 1; nth <= 5; nth++) await placed('0712 000 001')
    expect((await place('0712000001')).statusCode).toBe(429)
    await placed('00254712000002')
    expect((await place('0712000003')).statusCode).toBe(429)
  })

  it('the administrator and keys that may change orders go on', async () => {
    await fill()
    const expiresAt = new Date(now.getTime() + DAY_MS)
    const headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt })
    await placed('0712000009', { headers })
    const keyWith = async (scope: string) => {
      const made = await post('/admin/api-keys', { name: 'Register', scopes: [scope] }, headers)
      return { headers: { authorization: `Bearer ${made.json().key}` } }
    }
    await placed('0712000009', await keyWith('orders:write'))
    expect((await place('0712000009', await keyWith('orders:read'))).statusCode).toBe(429)
    expect((await place('0712000009', { headers: { cookie: 'session=expired' } })).statusCode).toBe(429)
  })

  it('no other order turns to it, and it stays as it was', async () => {
    const [unpaid, cancelled] = [
      await placed('0712000008', { paymentMethod: 'mpesa' }),
      await placed('0712000009', { paymentMethod: 'mpesa' }),
    ]
    await post('/payments/mpesa/initiate', { orderId: cancelled, phone: '0712000009' })
    await post('/payments/mpesa/cancel', { orderId: cancelled })
    await fill()
    for (const [path, payload] of [
      ['on-delivery', { orderId: unpaid }],
      ['another-way', { orderId: unpaid, paymentMethod: 'manual' }],
      ['another-way', { orderId: cancelled, paymentMethod: 'manual' }],
    ] as const) {
      const answer = await post(`/payments/${path}`, payload)
      expect([answer.statusCode, answer.json()]).toEqual([429, expect.objectContaining(refusal)])
    }
    const rows = await shop.query('select status, payment_method as method from orders where id = any($1) order by 1', [
      [unpaid, cancelled],
    ])
    expect(rows).toEqual([
      { status: 'cancelled', method: 'mpesa' },
      { status: 'pending', method: 'mpesa' },
    ])
    expect((await post('/payments/another-way', { orderId: cancelled, paymentMethod: 'mpesa' })).statusCode).toBe(200)
  })

  it('an order that is one of them already is answered as ever', async () => {
    const id = await placed('0712000009')
    await fill(2)
    expect((await post('/payments/on-delivery', { orderId: id })).json()).toEqual({ state: 'on-delivery' })
  })

  it('no more come to wait than connections store at once, however many orders come together', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, nth) => place(`07120000${10 + nth}`)))
    const stored = answers.filter(({ statusCode }) => statusCode === 201).length
    expect(stored).toBeGreaterThanOrEqual(3)
    expect(stored).toBeLessThan(3 + CONNECTIONS)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 429]))
    expect(await count()).toBe(stored)
  })

  it('no more turn to it than connections store at once, however many orders turn together', async () => {
    const orders: string[] = []
    for (let nth = 0; nth < 40; nth++) orders.push(await placed(`07120000${10 + nth}`, { paymentMethod: 'mpesa' }))
    const answers = await Promise.all(orders.map((orderId) => post('/payments/on-delivery', { orderId })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
    const turned = await shop.query(`select from orders where payment_method = 'manual'`)
    expect(turned).toHaveLength(answers.filter(({ statusCode }) => statusCode === 200).length)
    expect(turned.length).toBeLessThan(3 + CONNECTIONS)
  })

  it('a repeated key answers its first order', async () => {
    const headers = { 'idempotency-key': 'first' }
    const first = await placed('0712000009', { headers })
    await fill(2)
    expect(await placed('0712000009', { headers })).toBe(first)
  })

  it('a shopper who saw other prices is told those first', async () => {
    await fill()
    await shop.query('update products set price = 9999')
    expect((await place('0712000009')).json()).toMatchObject({ code: 'PRICE_CHANGED' })
  })
})

describe('what waits', () => {
  it.each([
    ['moved on', `status = 'processing'`],
    ['paid', 'paid_at = now()'],
    ['cancelled', `status = 'cancelled'`],
    ['deleted', 'deleted_at = now()'],
  ])('does not count once it is %s', async (_how, columns) => {
    await fill()
    await set(await placed('0712000004', { paymentMethod: 'mpesa' }), columns)
    expect((await place('0712000009')).statusCode).toBe(429)
    await shop.query(`update orders set ${columns} where customer_phone = '0712000001'`)
    await placed('0712000009')
  })

  it('counts for the time of the limit', async () => {
    await fill()
    later(DAY_MS - 60_000)
    expect((await place('0712000009')).statusCode).toBe(429)
    later(120_000)
    await placed('0712000009')
  })

  it('counts from when its shopper turned to pay on delivery, however old the order is', async () => {
    const old: string[] = []
    for (const nth of [1, 2, 3]) old.push(await placed(`071200000${nth}`, { paymentMethod: 'mpesa' }))
    later(5 * DAY_MS)
    for (const orderId of old) expect((await post('/payments/on-delivery', { orderId })).statusCode).toBe(200)
    expect((await place('0712000009')).statusCode).toBe(429)
  })

  it('does not count because money of it, which is not decided on, holds its pieces further', async () => {
    await shop.query(`insert into shop_settings values ('stock.deliveryHoldDays', '1', 1, now(), 'x')`)
    shop.deps.settings.invalidate()
    await fill()
    for (const order of await shop.query<Order>('select id, total from orders')) await makePayment(shop.deps.orm, order)
    await shop.query(`update payments set attention = 'unresolved'`)
    later(22.9 * 3_600_000)
    expect((await place('0712000009')).statusCode).toBe(429)
    later(2 * 3_600_000)
    await releaseHeldPieces(jobContext({ ...shop.deps, log: shop.app.log }))
    expect(await shop.query('select from orders where pieces_held_until > $1', [now])).toHaveLength(3)
    await placed('0712000009')
  })

  it('does not count because its shopper, who may be about to pay, is given half an hour more', async () => {
    await shop.query(`insert into shop_settings values ('stock.deliveryHoldDays', '1', 1, now(), 'x')`)
    shop.deps.settings.invalidate()
    await fill()
    later(24.1 * 3_600_000)
    await shop.query('update orders set payment_initiated_at = $1', [now])
    await releaseHeldPieces(jobContext({ ...shop.deps, log: shop.app.log }))
    expect(await shop.query('select from orders where pieces_held_until > $1', [now])).toHaveLength(3)
    await placed('0712000009')
  })

  it('is not counted while the limit is off, as it is where nothing is for production', async () => {
    await using open = await buildTestApp()
    const { id } = await makeProduct(open.deps.orm, await makeCategory(open.deps.orm, 'Oud'))
    const payload = orderRequest({ id, name: 'Oud', price: 2_500 })
    expect(open.deps.env.LIMIT_DELIVERY_ORDERS).toBe('off')
    expect((await open.app.inject({ method: 'POST', url: '/api/orders', payload })).statusCode).toBe(201)
  })
})
