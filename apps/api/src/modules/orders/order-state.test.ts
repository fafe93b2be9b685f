import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../testing/factories.ts'
import { raiseFlag } from '../payments/flags/raise-flag.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

let shop: TestApp
let now = Date.now()
let authorization: string
beforeAll(async () => {
  shop = await buildTestApp({ clock: () => new Date(now) })
  const payload = { name: 'Courier', scopes: ['orders:read'] }
  const headers = await logIn(shop.deps.orm)
  const made = await shop.app.inject({ method: 'POST', url: '/api/admin/api-keys', headers, payload })
  authorization = `Bearer ${made.json().key}`
})
afterAll(() => shop[Symbol.asyncDispose]())

const read = (id: string) => shop.app.inject({ url: `/api/orders/${id}`, headers: { authorization } })
const stateOf = async (id: string) => (await read(id)).json().paymentState

describe('GET /api/orders/{id}', () => {
  it('tells a key how an order and its money stand, and nothing of the customer', async () => {
    const order = await makeOrder(shop.deps.orm, { total: 4_700 })
    const answer = await read(order.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      id: order.id,
      orderNumber: order.orderNumber,
      status: 'pending',
      paymentState: 'unpaid',
      total: 4_700,
      totalCents: 470_000,
      refundedCents: 0,
      paidAt: null,
    })
    expect(answer.body).not.toMatch(/customer|phone|email|address|secret/i)
  })

  it('is pending while an attempt is open, paid once it succeeded, flagged while the owner is needed', async () => {
    const { orm } = shop.deps
    const order = await makeOrder(orm)
    const payment = await makePayment(orm, order)
    await shop.query('update payments set created_at = $1', [new Date(now)])
    expect(await stateOf(order.id)).toBe('pending')
    now += 16 * 60_000
    expect(await stateOf(order.id)).toBe('unpaid')
    const em = orm.em.fork()
    await settlePayment({ em, clock: shop.deps.clock }, payment.id, {
      source: 'callback',
      kind: 'succeeded',
      receipt: 'TJK1',
    })
    expect(await stateOf(order.id)).toBe('paid')
    const flag = { what: 'disputed', details: {}, source: 'webhook' } as const
    await raiseFlag(em, new Date(now), payment.id, flag)
    expect(await stateOf(order.id)).toBe('flagged')
  })

  it('is refunded once all of its money went back', async () => {
    const order = await makeOrder(shop.deps.orm, { total: 3_200 })
    const payment = await makePayment(shop.deps.orm, order)
    await shop.query(`update payments set status = 'refunded', refunded_amount = amount where id = $1`, [payment.id])
    expect((await read(order.id)).json()).toMatchObject({ paymentState: 'refunded', refundedCents: 320_000 })
  })

  it('says of an order that was refunded and then paid again what went back of that payment, as the administrator reads', async () => {
    const { orm } = shop.deps
    const headers = await logIn(orm)
    const order = await makeOrder(orm, { total: 3_200 })
    const first = await makePayment(orm, order)
    await shop.query(`update payments set status = 'refunded', refunded_amount = amount where id = $1`, [first.id])
    const again = await makePayment(orm, order)
    await settlePayment({ em: orm.em.fork(), clock: shop.deps.clock }, again.id, {
      source: 'callback',
      kind: 'succeeded',
      receipt: 'TJK2',
    })
    await shop.query(`update payment_flags set resolved_at = now(), resolved_by = 'shop', resolution = 'seen'`)
    const refunded = async () => {
      const { paymentState, refundedCents } = (await read(order.id)).json()
      const seen = await shop.app.inject({ url: `/api/admin/orders/${order.id}`, headers })
      return { paymentState, refundedCents, seenCents: seen.json().order.refundedCents }
    }
    expect(await refunded()).toEqual({ paymentState: 'paid', refundedCents: 0, seenCents: 0 })
    await shop.app.inject({
      method: 'POST',
      url: `/api/admin/payments/${again.id}/refunds`,
      headers,
      payload: { amount: 20_000, way: 'manual', reason: 'Broken' },
    })
    expect(await refunded()).toEqual({ paymentState: 'paid', refundedCents: 20_000, seenCents: 20_000 })
  })

  it('knows no deleted order, and lets in neither a visitor nor a key of another area', async () => {
    const order = await makeOrder(shop.deps.orm)
    expect((await shop.app.inject(`/api/orders/${order.id}`)).statusCode).toBe(401)
    await shop.query('update orders set deleted_at = now() where id = $1', [order.id])
    expect((await read(order.id)).statusCode).toBe(404)
  })
})
