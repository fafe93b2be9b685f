import type { EventList } from '@marashi/domain/contracts/event-list'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { newReceipt } from '../../../testing/confirmation-harness.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'

let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const answer = await shop.app.inject({
    method,
    url: `/api/admin/payments${path}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body ? answer.json() : null }
}

/** A payment by hand of Ksh 4,500 of which Ksh 1,000 went back; it came three days ago. */
async function partlyRefunded() {
  const order = await makeOrder(shop.deps.orm)
  const form = { orderId: order.id, paymentMethod: 'mpesa', amount: 450_000, status: 'completed' }
  const { body } = await call('POST', '', { ...form, receipt_number: newReceipt() })
  const refund = { amount: 100_000, way: 'manual', reason: 'Broken bottle', reference: newReceipt() }
  expect((await call('POST', `/${body.id}/refunds`, refund)).status).toBe(201)
  await shop.query(`update payments set completed_at = now() - interval '3 days' where id = $1`, [body.id])
  const edit = (change: object) =>
    call('PUT', `/${body.id}`, { ...form, transactionId: body.receipt_number, ...change })
  return { id: body.id as string, orderId: order.id, edit }
}

const paymentNow = async (id: string) =>
  (
    await shop.query(
      `select order_id as "orderId", payment_method as method, status, amount::int as amount,
              refunded_amount::int as refunded, completed_at < now() - interval '2 days' as "isOld" from payments where id = $1`,
      [id],
    )
  )[0]
const refundsOf = (id: string) =>
  shop.query('select status, amount::int as amount, reason from payment_refunds where payment_id = $1', [id])
const orderNow = async (id: string) =>
  (
    await shop.query(
      `select paid_at is not null as paid, refunded_amount::int as refunded, order_revenue(o)::int as revenue
       from orders o where id = $1`,
      [id],
    )
  )[0]
/** What programs are told of money that went back for the order: what changed, and how much it is in all. */
const announced = async (orderId: string) => {
  const answer = await shop.app.inject({ url: '/api/events?type=order.refunded&limit=500', headers })
  const { events } = answer.json<EventList>()
  return events
    .filter(({ subject }) => subject === orderId)
    .map(({ data }) => ('refunded' in data ? [data.change, data.refunded] : data))
}
const went = [{ status: 'succeeded', amount: 1_000, reason: 'Broken bottle' }]

describe('a payment of which a part went back', () => {
  it('keeps that when it is moved to another order, and the day on which it came', async () => {
    const { id, orderId, edit } = await partlyRefunded()
    const other = await makeOrder(shop.deps.orm)
    expect((await edit({ orderId: other.id })).status).toBe(200)
    expect(await refundsOf(id)).toEqual(went)
    expect(await paymentNow(id)).toMatchObject({ orderId: other.id, status: 'completed', refunded: 1_000, isOld: true })
    expect(await orderNow(orderId)).toEqual({ paid: false, refunded: 0, revenue: 0 })
    expect(await orderNow(other.id)).toEqual({ paid: true, refunded: 1_000, revenue: 3_500 })
    expect(await announced(orderId)).toEqual([
      [1_000, 1_000],
      [-1_000, 0],
    ])
    expect(await announced(other.id)).toEqual([[1_000, 1_000]])
  })

  it('keeps it with another method, and gives the rest back when it is set to refunded at once', async () => {
    const { id, orderId, edit } = await partlyRefunded()
    expect((await edit({ paymentMethod: 'stripe' })).status).toBe(200)
    expect(await refundsOf(id)).toEqual(went)
    expect(await orderNow(orderId)).toEqual({ paid: true, refunded: 1_000, revenue: 3_500 })
    expect((await edit({ paymentMethod: 'mpesa', status: 'refunded' })).status).toBe(200)
    expect(await refundsOf(id)).toEqual([...went, { status: 'succeeded', amount: 3_500, reason: 'Set to refunded' }])
    expect(await paymentNow(id)).toMatchObject({ status: 'refunded', refunded: 4_500 })
  })

  it.each(['pending', 'processing', 'failed', 'cancelled'])('cannot be set to %s: it has come', async (status) => {
    const { id, edit } = await partlyRefunded()
    const other = await makeOrder(shop.deps.orm)
    for (const change of [{ status }, { status, orderId: other.id }]) {
      const refused = await edit(change)
      expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('went back')])
    }
    expect(await refundsOf(id)).toEqual(went)
    expect(await paymentNow(id)).toMatchObject({ status: 'completed', isOld: true })
  })

  it('cannot be taken off the lists', async () => {
    const { id } = await partlyRefunded()
    expect((await call('DELETE', `/${id}`)).status).toBe(409)
  })

  it('takes any amount of which what went back is a part', async () => {
    const { id, edit } = await partlyRefunded()
    for (const amount of [90_000, 100_000]) {
      const refused = await edit({ amount })
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['amount']])
    }
    expect((await edit({ amount: 460_000 })).status).toBe(200)
    expect((await edit({ amount: 460_000, status: 'refunded' })).status).toBe(200)
    expect((await edit({ amount: 470_000, status: 'refunded' })).status).toBe(409)
    expect(await paymentNow(id)).toMatchObject({ amount: 4_600, refunded: 4_600 })
  })
})

describe('a payment by hand whose refund was a mistake', () => {
  /** A payment that was recorded as refunded, its order, and what setting it back to completed makes of both. */
  async function setBack() {
    const order = await makeOrder(shop.deps.orm)
    const form = { orderId: order.id, paymentMethod: 'mpesa', amount: 450_000 }
    const { body } = await call('POST', '', { ...form, status: 'completed', receipt_number: newReceipt() })
    await shop.query(`update payments set completed_at = now() - interval '3 days' where id = $1`, [body.id])
    const set = async (status: string) => {
      const answer = await call('PUT', `/${body.id}`, { ...form, transactionId: body.receipt_number, status })
      expect(answer.status).toBe(200)
    }
    await set('refunded')
    return { id: body.id as string, orderId: order.id, back: () => set('completed') }
  }
  const flagsOf = async (id: string) =>
    (
      await shop.query<{ flag: string }>(
        `select what || ' ' || coalesce(resolved_by, 'open') as flag from payment_flags where payment_id = $1 order by id`,
        [id],
      )
    ).map(({ flag }) => flag)

  it('pays its order again, on the day on which it came', async () => {
    const { id, orderId, back } = await setBack()
    await back()
    expect(await paymentNow(id)).toMatchObject({ status: 'completed', refunded: null, isOld: true })
    expect(await orderNow(orderId)).toEqual({ paid: true, refunded: 0, revenue: 4_500 })
    expect(await flagsOf(id)).toEqual([])
  })

  it('does not pass for the whole price where less than that came', async () => {
    const order = await makeOrder(shop.deps.orm)
    const form = { orderId: order.id, paymentMethod: 'mpesa', amount: 10_000 }
    const { body } = await call('POST', '', { ...form, status: 'refunded', receipt_number: newReceipt() })
    const edit = { ...form, transactionId: body.receipt_number, status: 'completed' }
    expect((await call('PUT', `/${body.id}`, edit)).status).toBe(200)
    expect(await flagsOf(body.id)).toEqual(['amount-mismatch open'])
  })

  it('is flagged on an order that was cancelled meanwhile, which it brings back as any money does', async () => {
    const { id, orderId, back } = await setBack()
    await shop.query(`update orders set status = 'cancelled' where id = $1`, [orderId])
    await back()
    expect(await flagsOf(id)).toEqual(['order-cancelled open'])
    expect(await orderNow(orderId)).toMatchObject({ paid: true, revenue: 4_500 })
  })

  it('is to be given back where other money pays the order by now', async () => {
    const { id, orderId, back } = await setBack()
    const form = { orderId, paymentMethod: 'mpesa', amount: 450_000, status: 'completed' }
    expect((await call('POST', '', { ...form, receipt_number: newReceipt() })).status).toBe(201)
    await back()
    expect(await flagsOf(id)).toEqual(['paid-twice open'])
    expect(await orderNow(orderId)).toEqual({ paid: true, refunded: 0, revenue: 4_500 })
  })
})

it('an order is found as changed by a payment that is entered as refunded', async () => {
  const order = await makeOrder(shop.deps.orm)
  await shop.query(`update orders set updated_at = '2040-01-01T00:00:00Z' where id = $1`, [order.id])
  const form = { orderId: order.id, paymentMethod: 'mpesa', amount: 450_000, status: 'refunded' }
  expect((await call('POST', '', { ...form, receipt_number: newReceipt() })).status).toBe(201)
  const changed = await shop.app.inject({ url: '/api/admin/orders?updatedSince=2040-01-01T00:00:00.001Z', headers })
  expect(changed.json().orders).toMatchObject([{ id: order.id, refundedAt: expect.any(String) }])
})
