import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct } from '../../testing/factories.ts'
import { orderFacts } from '../order-emails/order-facts.ts'
import { flagPayment } from '../payments/flags/flag-payment.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

let now = new Date('2026-11-21T09:00:00Z')
const lines: string[] = []
let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp({
    clock: () => now,
    env: { LOG_LEVEL: 'debug' },
    logTo: { write: (line) => lines.push(line) },
  })
})
afterAll(() => shop[Symbol.asyncDispose]())

const ask = (secret: string, from = '10.0.0.1') =>
  shop.app.inject({ url: `/api/order-pages/${secret}`, remoteAddress: from })
const pageOf = async (secret: string) => (await ask(secret)).json<OrderPage>()

async function orderWithSecret(overrides: Parameters<typeof makeOrder>[1] = {}) {
  const { id } = await makeOrder(shop.deps.orm, overrides)
  const [row] = await shop.query<{ secret: string }>('select page_secret as secret from orders where id = $1', [id])
  return { id, secret: row?.secret ?? '' }
}

const stepsOf = ({ timeline }: OrderPage) => timeline.map(({ step, state }) => `${step} ${state}`)

describe('the page of an order', () => {
  it('shows its number, lines with pictures and totals, and of the shopper a first name and masked contacts', async () => {
    const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), {
      name: 'Oud Zahra',
      price: 4_500,
    })
    const { id, secret } = await orderWithSecret()
    await shop.query(
      `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
       values ($1, $2, 'Oud Zahra', 4500, 1, 0), ($1, null, 'Gone', 100, 2, 1)`,
      [id, product.id],
    )
    const answer = await ask(secret)
    expect(answer.headers['cache-control']).toBe('no-store')
    const page = answer.json<OrderPage>()
    expect(page).toMatchObject({
      orderId: id,
      orderNumber: expect.stringMatching(/^MR\d+$/),
      firstName: 'Amina',
      phone: '07•• ••• 678',
      email: 'a•••@example.com',
      state: 'unpaid',
      total: 4_500,
      payment: null,
      refunds: [],
    })
    expect(page.items).toEqual([
      {
        productId: product.id,
        name: 'Oud Zahra',
        price: 4_500,
        quantity: 1,
        image: `http://shop.test${product.image}`,
      },
      { productId: null, name: 'Gone', price: 100, quantity: 2, image: null },
    ])
    expect(answer.body).not.toMatch(/Otieno|0712345678|amina@|Kimathi/)
  })

  it('names what a part payment left of an order on delivery, unless money of it is being checked', async () => {
    const { id, secret } = await orderWithSecret()
    await shop.query(`update orders set payment_method = 'manual' where id = $1`, [id])
    const payment = await makePayment(shop.deps.orm, { id, total: 2_000 } as never)
    const { orm, clock } = shop.deps
    await settlePayment({ em: orm.em.fork(), clock }, payment.id, {
      source: 'callback',
      kind: 'succeeded',
      receipt: 'SKJ4H7T2QP',
    })
    expect(await pageOf(secret)).toMatchObject({ state: 'paid', payment: { amount: 2_000 }, leftToCourier: 2_500 })
    await flagPayment({ em: orm.em.fork(), clock }, payment.id, { what: 'amount-mismatch', source: 'callback' })
    expect(await pageOf(secret)).toMatchObject({ state: 'paid', leftToCourier: null, isCourierSumUndecided: true })
    await shop.query('update payments set attention = null where id = $1', [payment.id])
    await shop.query(`update orders set status = 'delivered' where id = $1`, [id])
    expect(await pageOf(secret)).toMatchObject({ leftToCourier: null, isCourierSumUndecided: false })
  })

  it('has the courier collect nothing of an order on delivery while a typed receipt or a flagged payment may pay it', async () => {
    const { id, secret } = await orderWithSecret()
    await shop.query(`update orders set payment_method = 'manual' where id = $1`, [id])
    const collected = { state: 'on-delivery', leftToCourier: 4_500, isCourierSumUndecided: false }
    const undecided = { state: 'on-delivery', leftToCourier: null, isCourierSumUndecided: true }
    expect(await pageOf(secret)).toMatchObject(collected)
    await shop.query(
      `insert into receipt_claims (order_id, gateway, receipt, state, asked_at) values ($1, 'mpesa', 'SKJ4H7T2QA', 'checking', now())`,
      [id],
    )
    expect(await pageOf(secret)).toMatchObject({ ...undecided, receiptClaim: { state: 'checking' } })
    await shop.query(
      `update receipt_claims set state = 'refused', reason = 'unknown-receipt', answered_at = now() where order_id = $1`,
      [id],
    )
    expect(await pageOf(secret)).toMatchObject(collected)
    const payment = await makePayment(shop.deps.orm, { id, total: 4_500 } as never)
    const { orm, clock } = shop.deps
    await flagPayment({ em: orm.em.fork(), clock }, payment.id, { what: 'unresolved', source: 'query' })
    expect(await pageOf(secret)).toMatchObject(undecided)
    await shop.query('update payments set attention = null where id = $1', [payment.id])
    await shop.query(`update orders set status = 'delivered' where id = $1`, [id])
    expect(await pageOf(secret)).toMatchObject({ leftToCourier: null, isCourierSumUndecided: false })
  })

  it('follows the order from received to delivered, with the times of the shop’s clock', async () => {
    const { id, secret } = await orderWithSecret()
    const unpaid = await pageOf(secret)
    expect(stepsOf(unpaid)).toEqual(['received done', 'paid now', 'packed next', 'sent next', 'delivered next'])

    const payment = await makePayment(shop.deps.orm, { id, total: 4_500 } as never)
    now = new Date('2026-11-21T10:00:00Z')
    await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, payment.id, {
      source: 'callback',
      kind: 'succeeded',
      receipt: 'SKJ4H7T2QX',
    })
    const paid = await pageOf(secret)
    expect(paid).toMatchObject({ state: 'paid', payment: { method: 'mpesa', amount: 4_500, receipt: 'SKJ4H7T2QX' } })
    expect(stepsOf(paid)).toEqual(['received done', 'paid done', 'packed now', 'sent next', 'delivered next'])
    expect(paid.version).not.toBe(unpaid.version)

    const headers = await logIn(shop.deps.orm)
    for (const [at, status] of [
      ['2026-11-21T12:00:00.000Z', 'shipped'],
      ['2026-11-21T13:00:00.000Z', 'delivered'],
    ] as const) {
      now = new Date(at)
      await shop.app.inject({ method: 'PATCH', url: `/api/admin/orders/${id}/status`, headers, payload: { status } })
    }
    const delivered = await pageOf(secret)
    expect(delivered.timeline.slice(2)).toEqual([
      { step: 'packed', state: 'done', at: '2026-11-21T10:00:00.000Z' },
      { step: 'sent', state: 'done', at: '2026-11-21T12:00:00.000Z' },
      { step: 'delivered', state: 'done', at: '2026-11-21T13:00:00.000Z' },
    ])
    expect((await pageOf(secret)).version).toBe(delivered.version)
  })

  it('shows no refund of a payment that never was', async () => {
    const { id, secret } = await orderWithSecret()
    const headers = await logIn(shop.deps.orm)
    const url = '/api/admin/payments'
    const payload = { orderId: id, paymentMethod: 'mpesa', amount: 450_000, status: 'refunded' }
    const entered = await shop.app.inject({ method: 'POST', url, headers, payload })
    expect((await pageOf(secret)).refunds).toMatchObject([{ amount: 4_500 }])
    await shop.app.inject({ method: 'DELETE', url: `${url}/${entered.json().id}`, headers })
    expect((await pageOf(secret)).refunds).toEqual([])
  })

  it('shows the payment that pays it, though one that went back was entered after it', async () => {
    const { id, secret } = await orderWithSecret({ total: 4_500 })
    const headers = await logIn(shop.deps.orm)
    const enter = async (payload: object) => {
      now = new Date(now.getTime() + 60_000)
      const form = { orderId: id, paymentMethod: 'mpesa', isOtherAmountMeant: true, ...payload }
      const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/payments', headers, payload: form })
      expect(answer.statusCode, answer.body).toBe(201)
    }
    await enter({ amount: 450_000, status: 'completed', receipt_number: 'SKJPAYS001' })
    await enter({ amount: 100_000, status: 'refunded', receipt_number: 'SKJWENT001' })
    expect((await pageOf(secret)).payment).toMatchObject({ amount: 4_500, receipt: 'SKJPAYS001' })
    const facts = await orderFacts({ em: shop.deps.orm.em.fork(), clock: () => now }, id)
    expect(facts.isPaidInFull).toBe(true)
  })

  it('waits for the phone while a prompt is on it, and offers to pay again after five minutes', async () => {
    const { id, secret } = await orderWithSecret()
    await shop.query(`update orders set mpesa_status = 'pending', payment_initiated_at = $1 where id = $2`, [now, id])
    expect((await pageOf(secret)).state).toBe('pending')
    now = new Date(now.getTime() + 5 * 60_000)
    expect((await pageOf(secret)).state).toBe('unpaid')
  })

  it('waits for no phone where the shopper has turned from a prompt without an end to the card form', async () => {
    const { id, secret } = await orderWithSecret()
    await shop.query(
      `update orders set mpesa_status = 'pending', payment_method = 'stripe', payment_initiated_at = $1 where id = $2`,
      [now, id],
    )
    expect((await pageOf(secret)).state).toBe('unpaid')
  })

  it('goes on offering to pay while a typed receipt is checked for another order first', async () => {
    const { id, secret } = await orderWithSecret()
    await shop.query(
      `insert into receipt_claims (order_id, gateway, receipt, state, reason, waits_for_other, asked_at, answered_at)
       values ($1, 'mpesa', 'SKJ4H7T2QX', 'refused', 'claimed', true, now(), now())`,
      [id],
    )
    expect(await pageOf(secret)).toMatchObject({
      state: 'unpaid',
      receiptClaim: { state: 'checking', message: expect.stringMatching(/Please contact us if you have paid\.$/) },
    })
    await shop.query(
      `update receipt_claims set state = 'checking', reason = null, waits_for_other = false, answered_at = null
       where order_id = $1`,
      [id],
    )
    expect((await pageOf(secret)).state).toBe('checking')
  })

  it('tells the same of a deleted order as of a cancelled one', async () => {
    const { id, secret } = await orderWithSecret({ status: 'processing' })
    await shop.query('update orders set deleted_at = now() where id = $1', [id])
    const page = await pageOf(secret)
    expect(page.state).toBe('cancelled')
    expect(stepsOf(page)).toEqual(['received done', 'cancelled now'])
  })
})

describe('the history of statuses', () => {
  it('cannot be rewritten', async () => {
    const { id } = await orderWithSecret()
    await shop.query(`update orders set status = 'shipped' where id = $1`, [id])
    for (const rewrite of [
      `update order_status_changes set status = 'delivered'`,
      'delete from order_status_changes',
      'truncate order_status_changes',
    ])
      await expect(shop.query(rewrite)).rejects.toThrow('append-only')
  })

  it('holds a change once, and none where nothing changed', async () => {
    const { id } = await orderWithSecret()
    await shop.query(`update orders set status = 'pending', customer_name = 'B' where id = $1`, [id])
    await shop.query(`update orders set status = 'shipped' where id = $1`, [id])
    expect(await shop.query('select status from order_status_changes where order_id = $1', [id])).toEqual([
      { status: 'shipped' },
    ])
  })
})

describe('a stranger who guesses', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const guess = () => Array.from({ length: 43 }, () => alphabet[Math.floor(Math.random() * 64)]).join('')

  it('learns nothing from any answer, is limited, and keeps nobody from their own page', async () => {
    const { id, secret } = await orderWithSecret()
    const guesses = [
      ...['x', secret.slice(0, -1), `${secret}A`, secret.toUpperCase(), id, '%00', '..%2Fadmin'],
      ...Array.from({ length: 150 }, guess),
    ]
    const statuses = new Map<number, number>()
    const bodies = new Set<string>()
    for (const each of guesses) {
      const { statusCode, body } = await ask(each, '10.9.9.9')
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      if (statusCode === 404) bodies.add(body)
    }
    expect([...statuses.keys()].sort()).toEqual([404, 429])
    expect(statuses.get(404)).toBe(60)
    expect(bodies.size).toBe(1)
    expect((await ask(secret, '10.9.9.9')).statusCode).toBe(200)
    expect((await ask(guess(), '10.9.8.8')).statusCode).toBe(404)
  })

  it('could not guess one in the age of the universe: each secret has 256 bits of its own', async () => {
    const secrets = await Promise.all(Array.from({ length: 50 }, () => orderWithSecret()))
    const bits = secrets.map(({ secret }) => Buffer.from(secret, 'base64url'))
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(50)
    expect(bits.every(({ length }) => length === 32)).toBe(true)
    const ones = Buffer.concat(bits).reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
    // 12,800 fair coins; more than six standard deviations off would be one run in five hundred million.
    expect(Math.abs(ones - 6_400)).toBeLessThan(340)
  })
})

it('leaves no secret in the log, on either transport and for a page', async () => {
  const { secret } = await orderWithSecret()
  lines.length = 0
  await ask(secret)
  await shop.app.inject({ url: `/trpc/orders.page?input=${encodeURIComponent(JSON.stringify({ secret }))}` })
  await shop.app.inject({ url: `/order/${secret}`, headers: { referer: `http://localhost/order/${secret}` } })
  shop.app.log.error(
    { err: new Error(`fetch of /order/${secret} failed`), url: `/api/order-pages/${secret}` },
    'it failed',
  )
  expect(lines.length).toBeGreaterThanOrEqual(4)
  expect(lines.filter((line) => line.includes(secret))).toEqual([])
  expect(lines.filter((line) => line.includes('/order-pages/[secret]')).length).toBeGreaterThan(0)
})
