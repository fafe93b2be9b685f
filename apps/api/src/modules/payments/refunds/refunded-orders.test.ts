import type { AdminOrder, OrderList } from '@marashi/domain/contracts/admin-orders'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { describe, expect, it } from 'vitest'
import { logIn } from '../../../testing/factories.ts'
import { openMpesaHarness } from '../../../testing/mpesa-harness.ts'

const { shop, order, now, initiate, later, status, success, callback } = openMpesaHarness()

async function admin<Answer = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const expiresAt = new Date(now().getTime() + 24 * 60 * 60_000)
  const headers = await logIn(shop().deps.orm, { lastSeenAt: now(), expiresAt })
  const answer = await shop().app.inject({ method, url: `/api/admin/${url}`, headers, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return (answer.body === '' ? undefined : answer.json()) as Answer
}
const payments = async () => (await admin<{ payments: PaymentRecord[] }>('GET', 'payments')).payments
const listed = async (): Promise<AdminOrder | undefined> => (await admin<OrderList>('GET', 'orders')).orders[0]
const giveBack = async (amount: number) => {
  const [payment] = await payments()
  await admin('POST', `payments/${payment?.id}/refunds`, { amount, way: 'manual', reason: 'Broken' })
}
const announced = async () =>
  (
    await shop().query<{ data: { change: number; refunded: number } }>(
      `select data from events where type = 'order.refunded' and subject = $1 order by id`,
      [order().id],
    )
  ).map(({ data }) => [data.change, data.refunded])
const revenue = async () => (await admin<{ totalRevenue: number }>('GET', 'stats')).totalRevenue

async function payByMpesa(): Promise<void> {
  await initiate()
  await callback(success())
  expect(await status()).toMatchObject({ state: 'paid' })
}
const payByHand = (change: object = {}) =>
  admin<PaymentRecord>('POST', 'payments', {
    orderId: order().id,
    paymentMethod: 'mpesa',
    amount: 450_000,
    status: 'completed',
    ...change,
  })

describe('an order whose money has all gone back', () => {
  it('says so to the shopper and to the owner, leaves revenue, and is neither to be paid nor to be packed', async () => {
    await payByMpesa()
    expect(await revenue()).toBe(4_500)
    await giveBack(450_000)
    expect(await status()).toMatchObject({ state: 'refunded' })
    expect(await listed()).toMatchObject({ paymentState: 'refunded', paidAt: null, refundedAt: expect.any(String) })
    expect((await admin<OrderList>('GET', 'orders')).counts).toMatchObject({ unpaid: 0, 'to-pack': 0, processing: 1 })
    expect(await revenue()).toBe(0)
  })

  it('says so once the last part has gone back, and is paid until then', async () => {
    await payByMpesa()
    await giveBack(100_000)
    expect(await status()).toMatchObject({ state: 'paid' })
    expect(await listed()).toMatchObject({ paymentState: 'paid', refundedAt: null, refundedAmount: 1_000 })
    expect(await revenue()).toBe(3_500)
    await giveBack(350_000)
    expect(await status()).toMatchObject({ state: 'refunded' })
  })

  it('tells other programs of each part, and of the whole', async () => {
    await payByMpesa()
    await giveBack(100_000)
    await giveBack(350_000)
    expect(await announced()).toEqual([
      [1_000, 1_000],
      [3_500, 4_500],
    ])
  })

  it('is asked for no money again, and the phone hears nothing', async () => {
    await payByMpesa()
    await giveBack(450_000)
    later(600)
    expect((await initiate()).json()).toMatchObject({ code: 'ORDER_REFUNDED' })
    expect(await payments()).toHaveLength(1)
  })

  it('is paid by money that still comes by an earlier prompt, flagged as late', async () => {
    await initiate()
    await payByHand()
    const manual = (await payments()).find((each) => each.status === 'completed')
    await admin('POST', `payments/${manual?.id}/refunds`, { amount: 450_000, way: 'manual', reason: 'Broken' })
    await callback(success())
    expect(await status()).toMatchObject({ state: 'paid' })
    expect((await payments()).map(({ attention }) => attention)).toContain('late')
    expect(await listed()).toMatchObject({ refundedAt: null })
  })

  it('is unpaid again once the administrator takes a payment by hand off the books', async () => {
    await payByHand()
    await giveBack(450_000)
    expect(await status()).toMatchObject({ state: 'refunded' })
    await admin('DELETE', `payments/${(await payments())[0]?.id}`)
    expect(await status()).toMatchObject({ state: 'unpaid' })
    expect((await admin<OrderList>('GET', 'orders')).counts).toMatchObject({ unpaid: 1, 'to-pack': 0 })
    expect(await announced()).toEqual([
      [4_500, 4_500],
      [-4_500, 0],
    ])
  })
})
