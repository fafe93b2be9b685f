import type { AnsweredApart, CancelMany } from '@marashi/domain/contracts/admin-order-steps'
import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { newReceipt } from '../../testing/confirmation-harness.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct } from '../../testing/factories.ts'
import { orderRequest } from '../../testing/order-request.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

const nowhere = '11111111-1111-4111-8111-111111111111'
const reason = 'Not a real order'
const cancel = (payload: object, as: { cookie?: string } = headers) =>
  shop.app.inject({ method: 'POST', url: '/api/admin/orders/cancel', headers: as, payload: { reason, ...payload } })
const cancelAll = async (orders: CancelMany['orders'], more: object = {}) =>
  (await cancel({ orders, ...more })).json<AnsweredApart>().results
const historyOf = async (id: string) =>
  (await shop.app.inject({ url: `/api/admin/orders/${id}`, headers })).json<OrderHistory>()
const statusOf = async (id: string) => (await historyOf(id)).order.status

const needsDecision = {
  order: null,
  problem: {
    code: 'ORDER_HAS_MONEY',
    message: 'Please cancel this order by itself, because its money has to be decided on.',
  },
}

/** An order with a payment, which has completed where `isPaid`. */
async function orderWithPayment({ isPaid = false } = {}) {
  const order = await makeOrder(shop.deps.orm)
  const { id: paymentId } = await makePayment(shop.deps.orm, order)
  if (isPaid) await pay(paymentId)
  return { id: order.id, paymentId }
}

const pay = (paymentId: string) =>
  settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, paymentId, {
    source: 'callback',
    kind: 'succeeded',
    receipt: newReceipt(),
  })

describe('POST /api/admin/orders/cancel', () => {
  it('cancels each order with the reason in its notes, and answers a refusal beside the others', async () => {
    const [one, two, stale] = [
      await makeOrder(shop.deps.orm),
      await makeOrder(shop.deps.orm, { status: 'processing' }),
      await makeOrder(shop.deps.orm),
    ]
    const { updatedAt } = (await historyOf(two.id)).order
    const results = await cancelAll([
      { id: one.id },
      { id: stale.id, updatedAt: '2020-01-01T00:00:00.000Z' },
      { id: nowhere },
      { id: two.id, updatedAt },
    ])
    expect(results).toMatchObject([
      { id: one.id, order: { status: 'cancelled' }, problem: null },
      { id: stale.id, order: null, problem: { code: 'STALE' } },
      { id: nowhere, order: null, problem: { code: 'NOT_FOUND', message: 'Order not found' } },
      { id: two.id, order: { status: 'cancelled' }, problem: null },
    ])
    for (const { id } of [one, two]) {
      expect((await historyOf(id)).notes).toMatchObject([{ kind: 'cancellation', text: reason }])
    }
    expect(await historyOf(stale.id)).toMatchObject({ order: { status: 'pending' }, notes: [] })
  })

  it('leaves an order alone whose typed receipt is not decided', async () => {
    const { id } = await makeOrder(shop.deps.orm)
    await shop.query(
      `insert into receipt_claims (order_id, gateway, receipt, asked_at) values ($1, 'mpesa', 'TJK7RT61SX', now())`,
      [id],
    )
    expect(await cancelAll([{ id }])).toEqual([{ id, ...needsDecision }])
    expect(await statusOf(id)).toBe('pending')
  })

  it('answers of those that the same request has cancelled before that they are', async () => {
    const [done, left] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
    await cancelAll([{ id: done.id }])
    const results = await cancelAll([{ id: done.id }, { id: left.id }])
    expect(results).toMatchObject([
      { order: null, problem: { code: 'CONFLICT', message: 'This order is cancelled already.' } },
      { order: { status: 'cancelled' }, problem: null },
    ])
    expect((await historyOf(done.id)).notes).toHaveLength(1)
  })

  it.each([
    [true, 5],
    [false, 3],
  ])('gives what they took back into stock: %s', async (restock, left) => {
    const category = await makeCategory(shop.deps.orm, `Counted ${restock}`)
    const product = await makeProduct(shop.deps.orm, category)
    await shop.query('update variants set stock_count = 5 where product_id = $1', [product.id])
    const payload = orderRequest(product)
    const place = () => shop.app.inject({ method: 'POST', url: '/api/orders', payload })
    const placed = [(await place()).json<OrderReceipt>(), (await place()).json<OrderReceipt>()]
    await cancelAll(
      placed.map(({ id }) => ({ id })),
      { restock },
    )
    const [stock] = await shop.query('select stock_count as left from variants where product_id = $1', [product.id])
    expect(stock).toEqual({ left })
  })

  it('takes no order twice, not more than 100, no empty list, none without a reason and nobody without a session', async () => {
    const { id } = await makeOrder(shop.deps.orm)
    const many = Array.from({ length: 101 }, (_, nth) => ({ id: nowhere.replace(/\d{3}$/, String(100 + nth)) }))
    for (const orders of [[], [{ id }, { id: id.toUpperCase() }], many]) {
      expect((await cancel({ orders })).statusCode).toBe(400)
    }
    expect((await cancel({ orders: [{ id }], reason: ' ' })).statusCode).toBe(400)
    expect((await cancel({ orders: [{ id }] }, {})).statusCode).toBe(401)
    expect(await statusOf(id)).toBe('pending')
  })
})

describe('an order whose money has to be decided on', () => {
  it('is left as it is, while the others are cancelled', async () => {
    const paid = await orderWithPayment({ isPaid: true })
    const { id } = await makeOrder(shop.deps.orm)
    expect(await cancelAll([{ id: paid.id }, { id }])).toMatchObject([
      { id: paid.id, ...needsDecision },
      { id, order: { status: 'cancelled' } },
    ])
    expect(await historyOf(paid.id)).toMatchObject({ order: { status: 'processing', paymentState: 'paid' }, notes: [] })
  })

  it('is one with money beyond what paid it, or whose money is flagged', async () => {
    const [surplus, flagged] = [await orderWithPayment(), await orderWithPayment()]
    await shop.query(`update payments set status = 'completed' where id = $1`, [surplus.paymentId])
    await shop.query(
      `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'amount-mismatch', 'callback', now())`,
      [flagged.paymentId],
    )
    const results = await cancelAll([{ id: surplus.id }, { id: flagged.id }])
    expect(results).toMatchObject([needsDecision, needsDecision])
    expect([await statusOf(surplus.id), await statusOf(flagged.id)]).toEqual(['pending', 'pending'])
  })

  it('is one whose cash the courier brought, and none that is still to be paid on delivery', async () => {
    const ids: string[] = []
    for (const status of ['delivered', 'shipped'] as const) {
      const { id } = await makeOrder(shop.deps.orm, { status })
      await shop.query(`update orders set payment_method = 'manual' where id = $1`, [id])
      ids.push(id)
    }
    const results = await cancelAll(ids.map((id) => ({ id })))
    expect(results).toMatchObject([needsDecision, { order: { status: 'cancelled' } }])
  })

  it('is none whose money has all gone back, nor whose prompt was only declined', async () => {
    const [refunded, declined] = [await orderWithPayment({ isPaid: true }), await orderWithPayment()]
    const refund = { amount: 450_000, way: 'manual', reason: 'Broken' }
    const url = `/api/admin/payments/${refunded.paymentId}/refunds`
    expect((await shop.app.inject({ method: 'POST', url, headers, payload: refund })).statusCode).toBe(201)
    await shop.query(`update payments set status = 'failed' where id = $1`, [declined.paymentId])
    const results = await cancelAll([{ id: refunded.id }, { id: declined.id }])
    expect(results.map(({ order }) => order?.status)).toEqual(['cancelled', 'cancelled'])
  })
})

it('brings an order back whose open prompt is paid after it was cancelled with others, and flags the money', async () => {
  const { id, paymentId } = await orderWithPayment()
  expect(await cancelAll([{ id }])).toMatchObject([{ order: { status: 'cancelled' }, problem: null }])
  await pay(paymentId)
  const { order, payments } = await historyOf(id)
  expect(order).toMatchObject({ status: 'processing', paymentState: 'paid', needsCheck: true })
  expect(payments).toMatchObject([{ status: 'completed', attention: 'order-cancelled' }])
})
