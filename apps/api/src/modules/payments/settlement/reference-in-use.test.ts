import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { settlePayment } from './settle-payment.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

async function enter(orderId: string, receipt: Record<string, string>) {
  const payload = { orderId, paymentMethod: 'mpesa', amount: 450_000, status: 'completed', ...receipt }
  const headers = await logIn(shop.deps.orm)
  return await shop.app.inject({ method: 'POST', url: '/api/admin/payments', headers, payload })
}
const callback = (paymentId: string, receipt: string) =>
  settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, paymentId, {
    source: 'callback',
    kind: 'succeeded',
    amountShillings: 4_500,
    receipt,
  })
const revenueOf = async (orderId: string) =>
  (
    await shop.query<{ sum: number }>(
      `select coalesce(sum(amount), 0)::int as sum from payments where order_id = $1 and status = 'completed'`,
      [orderId],
    )
  )[0]?.sum

describe('one M-Pesa receipt', () => {
  it.each([
    ['in small letters', { transactionId: 'tjk7rt61s0' }, 'TJK7RT61S0'],
    ['with the spaces of a message', { receipt_number: ' TJK7 RT61 S1 ' }, 'TJK7RT61S1'],
    ['with marks that show nothing', { receipt_number: '\u200bTJK7RT61S2\ufeff' }, 'TJK7RT61S2'],
  ])('typed %s and then reported by M-Pesa is one sale, not two', async (_how, typed, reported) => {
    const order = await makeOrder(shop.deps.orm)
    const attempt = await makePayment(shop.deps.orm, order)
    const entered = (await enter(order.id, typed)).json()
    expect(entered).toMatchObject({ status: 'completed', receipt_number: reported })
    expect(await callback(attempt.id, reported)).toEqual({ result: 'refused', reason: 'receipt-used' })
    expect(await revenueOf(order.id)).toBe(4_500)
  })

  it('reported by M-Pesa and then typed in small letters is refused', async () => {
    const order = await makeOrder(shop.deps.orm)
    const attempt = await makePayment(shop.deps.orm, order)
    await callback(attempt.id, ' TJK7RT61S3\u200b')
    const answer = await enter(order.id, { transactionId: 'tjk7rt61s3' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().fields).toHaveProperty('transactionId')
    expect(await revenueOf(order.id)).toBe(4_500)
  })

  it('typed for another order at the moment that it is reported is on one payment alone', async () => {
    for (let round = 0; round < 5; round++) {
      const receipt = `TJK7RT62S${round}`
      const typedFor = await makeOrder(shop.deps.orm)
      const order = await makeOrder(shop.deps.orm)
      const attempt = await makePayment(shop.deps.orm, order)
      await Promise.all([callback(attempt.id, receipt), enter(typedFor.id, { receipt_number: receipt.toLowerCase() })])
      expect(await revenueOf(order.id)).toBe(4_500)
      const others = await shop.query('select receipt_number as receipt, attention from payments where order_id = $1', [
        typedFor.id,
      ])
      expect([[], [{ receipt: null, attention: 'receipt-used' }]]).toContainEqual(others)
    }
  })
})

describe('a receipt that was entered for the wrong order', () => {
  it('and deleted there pays the right one, where its own callback is heard too', async () => {
    const [wrong, right] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
    const refunded = await makePayment(shop.deps.orm, wrong)
    await callback(refunded.id, 'TJK7RT63S1')
    await shop.query(`update payments set status = 'refunded', refunded_amount = amount where id = $1`, [refunded.id])
    await shop.query('update orders set paid_at = null where id = $1', [wrong.id])
    const mistake = (await enter(wrong.id, { receipt_number: 'TJK7RT63S2' })).json()
    const headers = await logIn(shop.deps.orm)
    await shop.app.inject({ method: 'DELETE', url: `/api/admin/payments/${mistake.id}`, headers })
    const shown = async () =>
      await shop.query('select mpesa_receipt_number as receipt from orders where id = $1', [wrong.id])
    expect(await shown()).toEqual([{ receipt: 'TJK7RT63S1' }])

    // A copy that is old all the same stands in nobody's way.
    await shop.query(`update orders set mpesa_receipt_number = 'TJK7RT63S3' where id = $1`, [wrong.id])
    expect((await enter(right.id, { receipt_number: 'TJK7RT63S2' })).statusCode).toBe(201)
    const other = await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))
    expect(await callback(other.id, 'TJK7RT63S3')).toEqual({ result: 'settled', status: 'completed' })
  })
})
