import type { AnsweredApart, CancelledOrder, PackingSlips } from '@marashi/domain/contracts/admin-order-steps'
import type { OrderHistory, OrderList } from '@marashi/domain/contracts/admin-orders'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobContext } from '../../http/context.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct } from '../../testing/factories.ts'
import { fakeReversals } from '../../testing/fake-gateways.ts'
import { adminOrderOf } from '../orders/admin-order-row.ts'
import { answerApart } from '../orders/answer-apart.ts'

let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp({ gateways: { reversals: fakeReversals() } })
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

const nowhere = '11111111-1111-4111-8111-111111111111'
const send = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, as: Record<string, string> = headers) =>
  shop.app.inject({ method, url: `/api/admin/${path}`, headers: as, ...(payload && { payload }) })
const historyOf = async (id: string) => (await send('GET', `orders/${id}`)).json<OrderHistory>()

/** A paid order; the payment is the administrator's own record, so that no gateway has to give it back. */
async function paidOrder() {
  const { id, total } = await makeOrder(shop.deps.orm)
  const payment = { orderId: id, paymentMethod: 'mpesa', amount: total * 100, status: 'completed' }
  expect((await send('POST', 'payments', payment)).statusCode).toBe(201)
  return id
}

describe('PATCH /api/admin/orders/status', () => {
  it('moves each order to its own status, and answers a refusal beside the others', async () => {
    const [one, two, stale] = [
      await makeOrder(shop.deps.orm),
      await makeOrder(shop.deps.orm, { status: 'processing' }),
      await makeOrder(shop.deps.orm),
    ]
    const answer = await send('PATCH', 'orders/status', {
      changes: [
        { id: one.id, status: 'processing' },
        { id: stale.id, status: 'processing', updatedAt: '2020-01-01T00:00:00.000Z' },
        { id: nowhere, status: 'shipped' },
        { id: two.id, status: 'shipped' },
      ],
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json<AnsweredApart>().results).toMatchObject([
      { id: one.id, order: { status: 'processing' }, problem: null },
      { id: stale.id, order: null, problem: { code: 'STALE' } },
      { id: nowhere, order: null, problem: { code: 'NOT_FOUND', message: 'Order not found' } },
      { id: two.id, order: { status: 'shipped' }, problem: null },
    ])
    expect((await historyOf(stale.id)).order.status).toBe('pending')
    expect((await historyOf(one.id)).changes).toEqual([{ status: 'processing', at: expect.any(String) }])
  })

  it('stores each change before it waits for the next, also of a request with a key', async () => {
    const [free, held] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
    const changes = [free, held].map(({ id }) => ({ id, status: 'processing' }))
    const stored = () => shop.query('select status from orders where id = $1', [free.id])
    const answer = await shop.deps.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select 1 from orders where id = ? for update', [held.id])
      const sent = send('PATCH', 'orders/status', { changes }, { ...headers, 'idempotency-key': 'two-orders' })
      // Without delay: the request waits two seconds at most for the other order.
      await expect.poll(stored, { interval: 5 }).toEqual([{ status: 'processing' }])
      return { sent }
    })
    expect((await answer.sent).json<AnsweredApart>().results).toMatchObject([{ problem: null }, { problem: null }])
  })

  it('moves the others where somebody else holds one of them for too long, and says so of that one', async () => {
    const [first, held, last] = [
      await makeOrder(shop.deps.orm),
      await makeOrder(shop.deps.orm),
      await makeOrder(shop.deps.orm),
    ]
    const step = ({ id }: { id: string }) => ({ id, status: 'processing' })
    const { together, alone } = await shop.deps.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select 1 from orders where id = ? for update', [held.id])
      return {
        together: await send('PATCH', 'orders/status', { changes: [first, held, last].map(step) }),
        alone: await send('PATCH', 'orders/status', { changes: [held].map(step) }),
      }
    })
    const busy = { code: 'SERVICE_UNAVAILABLE', message: 'The shop is very busy. Please try again in a moment.' }
    expect([together.statusCode, together.json<AnsweredApart>().results]).toMatchObject([
      200,
      [
        { id: first.id, order: { status: 'processing' }, problem: null },
        { id: held.id, order: null, problem: busy },
        { id: last.id, order: { status: 'processing' }, problem: null },
      ],
    ])
    expect((await historyOf(held.id)).order.status).toBe('pending')
    // Where nothing was changed, the request may come again as it is, also with its key.
    expect([alone.statusCode, alone.json()]).toMatchObject([503, { code: busy.code, error: busy.message }])
  })

  it('moves with the same key what somebody else held, once it is free', async () => {
    const [free, held] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
    const changes = [free, held].map(({ id }) => ({ id, status: 'processing' }))
    const move = () => send('PATCH', 'orders/status', { changes }, { ...headers, 'idempotency-key': 'one-held' })
    const first = await shop.deps.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select 1 from orders where id = ? for update', [held.id])
      return await move()
    })
    expect(first.json<AnsweredApart>().results).toMatchObject([
      { problem: null },
      { problem: { code: 'SERVICE_UNAVAILABLE' } },
    ])
    const again = await move()
    expect(again.headers['idempotency-replayed']).toBeUndefined()
    expect(again.json<AnsweredApart>().results).toMatchObject([{ problem: null }, { problem: null }])
    expect((await move()).headers['idempotency-replayed']).toBe('true')
    expect((await historyOf(free.id)).changes).toHaveLength(1)
  })

  it('moves no order that it cannot answer', async () => {
    const { id } = await makeOrder(shop.deps.orm)
    const answer = await shop.deps.orm.em.fork().transactional(async (tx) => {
      await tx.execute('lock table receipt_claims in access exclusive mode')
      return await send('PATCH', 'orders/status', { changes: [{ id, status: 'processing' }] })
    })
    expect(answer.statusCode).toBe(503)
    expect((await historyOf(id)).order.status).toBe('pending')
  })

  it('tries no further order once it has taken too long, so that whoever asked is still there', async () => {
    let now = new Date()
    const ctx = jobContext({ ...shop.deps, log: shop.app.log, clock: () => now })
    const orders = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
    const { results } = await answerApart(ctx, orders, async ({ id }) => {
      now = new Date(now.getTime() + 11_000)
      return await adminOrderOf(ctx.em, id)
    })
    expect(results).toMatchObject([
      { problem: null },
      { problem: null },
      { order: null, problem: { code: 'SERVICE_UNAVAILABLE' } },
    ])
  })

  it('takes no order twice, no empty list and nobody without a session', async () => {
    const { id } = await makeOrder(shop.deps.orm)
    const change = { id, status: 'shipped' }
    for (const changes of [[], [change, { ...change, status: 'delivered' }]]) {
      expect((await send('PATCH', 'orders/status', { changes })).statusCode).toBe(400)
    }
    expect((await send('PATCH', 'orders/status', { changes: [change] }, {})).statusCode).toBe(401)
    expect((await historyOf(id)).order.status).toBe('pending')
  })
})

describe('POST /api/admin/orders/{id}/notes', () => {
  it('keeps every note with its time, newest first, and lets nobody change one', async () => {
    const { id } = await makeOrder(shop.deps.orm)
    for (const text of ['Call first', '  Gate code 12  ']) {
      expect((await send('POST', `orders/${id}/notes`, { text })).statusCode).toBe(201)
    }
    expect((await historyOf(id)).notes).toMatchObject([
      { kind: 'note', text: 'Gate code 12', writtenBy: 'administrator', writtenAt: expect.any(String) },
      { kind: 'note', text: 'Call first' },
    ])
    await expect(shop.query(`update order_notes set text = 'other'`)).rejects.toThrow(/append-only/)
    expect((await send('POST', `orders/${id}/notes`, { text: ' ' })).statusCode).toBe(400)
    expect((await send('POST', `orders/${nowhere}/notes`, { text: 'Lost' })).statusCode).toBe(404)
  })
})

describe('POST /api/admin/orders/{id}/cancel', () => {
  it('cancels once, with its reason in the notes', async () => {
    const { id } = await makeOrder(shop.deps.orm)
    const answer = await send('POST', `orders/${id}/cancel`, { reason: 'The shopper called' })
    expect(answer.json<CancelledOrder>()).toMatchObject({ order: { status: 'cancelled' }, refunds: [], problem: null })
    expect((await historyOf(id)).notes).toMatchObject([{ kind: 'cancellation', text: 'The shopper called' }])
    const again = await send('POST', `orders/${id}/cancel`, { reason: 'Again' })
    expect([again.statusCode, again.json().error]).toEqual([409, 'This order is cancelled already.'])
  })

  it.each([
    [true, 5],
    [false, 3],
  ])('gives what it took back into stock: %s', async (restock, left) => {
    const category = await makeCategory(shop.deps.orm, `Counted ${restock}`)
    const { id: productId, price } = await makeProduct(shop.deps.orm, category)
    await shop.query('update variants set stock_count = 5 where product_id = $1', [productId])
    const order = {
      customerName: 'Amina',
      customerPhone: '0712345678',
      deliveryAddress: 'Kimathi Street 4',
      deliveryLocation: 'embu',
      deliveryCharge: 0,
      subtotal: 2 * price,
      total: 2 * price,
      paymentMethod: 'manual',
    }
    const items = [{ productId, productName: 'Oud', productPrice: price, quantity: 2 }]
    const placed = await shop.app.inject({ method: 'POST', url: '/api/orders', payload: { order, items } })
    const { id } = placed.json<OrderReceipt>()
    expect((await send('POST', `orders/${id}/cancel`, { reason: 'Returned', restock })).statusCode).toBe(200)
    const [stock] = await shop.query('select stock_count as left from variants where product_id = $1', [productId])
    expect(stock).toEqual({ left })
  })

  it('gives all of the money back in the same step', async () => {
    const id = await paidOrder()
    const answer = await send('POST', `orders/${id}/cancel`, { reason: 'Broken on the way', refund: 'manual' })
    expect(answer.json<CancelledOrder>()).toMatchObject({
      order: { status: 'cancelled', paymentState: 'refunded' },
      refunds: [{ status: 'succeeded', amount: 450_000, reason: 'Broken on the way' }],
      problem: null,
    })
  })

  it('stays cancelled where no provider knows of the money, and says why', async () => {
    const id = await paidOrder()
    const answer = await send('POST', `orders/${id}/cancel`, { reason: 'Sold out', refund: 'provider' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json<CancelledOrder>()).toMatchObject({
      order: { status: 'cancelled', paymentState: 'paid' },
      refunds: [],
      problem: expect.stringMatching(/^No provider knows of this payment/),
    })
  })

  it('does nothing to an order that somebody else has changed, nor without a reason', async () => {
    const { id } = await makeOrder(shop.deps.orm)
    const read = { updatedAt: '2020-01-01T00:00:00.000Z' }
    expect((await send('POST', `orders/${id}/cancel`, { reason: 'Late', ...read })).json()).toMatchObject({
      code: 'STALE',
    })
    expect((await send('POST', `orders/${id}/cancel`, { reason: ' ' })).statusCode).toBe(400)
    expect((await historyOf(id)).order.status).toBe('pending')
  })
})

it('marks the orders whose money is flagged', async () => {
  const order = await makeOrder(shop.deps.orm)
  const { id } = await makePayment(shop.deps.orm, order)
  const isMarked = async () =>
    (await send('GET', `orders?search=${order.orderNumber}`)).json<OrderList>().orders[0]?.needsCheck
  expect(await isMarked()).toBe(false)
  await shop.query(
    `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'late', 'callback', now())`,
    [id],
  )
  expect(await isMarked()).toBe(true)
})

it('answers the orders of packing slips in the order asked for, without deleted ones', async () => {
  const [one, two, gone] = [
    await makeOrder(shop.deps.orm),
    await makeOrder(shop.deps.orm),
    await makeOrder(shop.deps.orm),
  ]
  await shop.query('update orders set deleted_at = now() where id = $1', [gone.id])
  const asked = [two.id.toUpperCase(), gone.id, nowhere, one.id, two.id].join(',')
  const answer = await send('GET', `packing-slips?orders=${asked}`)
  expect(answer.json<PackingSlips>().orders.map(({ id }) => id)).toEqual([two.id, one.id])
  for (const wrong of ['', 'x', `${one.id};`]) {
    expect((await send('GET', `packing-slips?orders=${wrong}`)).statusCode).toBe(400)
  }
})
