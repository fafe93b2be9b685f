import type { CancelledOrder } from '@marashi/domain/contracts/admin-order-steps'
import type { RefundList } from '@marashi/domain/contracts/admin-refunds'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testPassword } from '../../testing/build-test-app.ts'
import { newReceipt } from '../../testing/confirmation-harness.ts'
import { logIn, makeOrder, makePayment } from '../../testing/factories.ts'
import { fakeReversals } from '../../testing/fake-gateways.ts'
import type { Order } from '../orders/order.entity.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

let shop: TestApp
let headers: { cookie: string }
let order: Order
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  shop.deps.gateways.reversals = fakeReversals()
  await shop.query('delete from operator_refusals')
  order = await makeOrder(shop.deps.orm)
})

/** Money that came by M-Pesa. */
async function pay(): Promise<string> {
  const { id } = await makePayment(shop.deps.orm, order)
  const ctx = { em: shop.deps.orm.em.fork(), clock: shop.deps.clock }
  const money = { source: 'callback', kind: 'succeeded', amountShillings: 4_500 } as const
  await settlePayment(ctx, id, { ...money, receipt: newReceipt() })
  return id
}
const refuseOperator = (code: string) =>
  shop.query(
    `insert into operator_refusals (gateway, operator, code, refused_at) values ('mpesa', 'fake', $1, now())`,
    [code],
  )
const send = (method: 'GET' | 'POST', path: string, payload?: object) =>
  shop.app.inject({ method, url: `/api/admin/${path}`, headers, ...(payload && { payload }) })
const cancel = () =>
  send('POST', `orders/${order.id}/cancel`, { reason: 'Sold out', refund: 'provider', password: testPassword })
const statusNow = async () => (await shop.query('select status from orders where id = $1', [order.id]))[0]
const leadsToHealth = /Health says why, and what to do/

describe('while M-Pesa is known to refuse the operator', () => {
  it('gives no money back and cancels nothing, so that the owner does not take it for done', async () => {
    const payment = await pay()
    await refuseOperator('2001')
    const list = (await send('GET', `payments/${payment}/refunds`)).json<RefundList>()
    expect(list.provider?.unavailable).toMatch(leadsToHealth)
    const answer = await cancel()
    expect([answer.statusCode, answer.json().error]).toEqual([503, expect.stringMatching(leadsToHealth)])
    expect(await statusNow()).toEqual({ status: 'processing' })
    const refund = { amount: 450_000, way: 'provider', reason: 'Sold out', password: testPassword }
    expect((await send('POST', `payments/${payment}/refunds`, refund)).statusCode).toBe(503)
    expect(await shop.query('select from payment_refunds where payment_id = $1', [payment])).toEqual([])
  })

  it('gives money back where only the role for questions is missing', async () => {
    await pay()
    await refuseOperator('21')
    expect((await cancel()).json<CancelledOrder>()).toMatchObject({ refunds: [{ status: 'sent' }], problem: null })
  })
})

it('cancels nothing where refunds are not set up, and says what is missing', async () => {
  await pay()
  shop.deps.gateways.reversals = null
  const answer = await cancel()
  expect([answer.statusCode, answer.json().error]).toEqual([503, expect.stringMatching(/MPESA_INITIATOR_NAME/)])
  expect(await statusNow()).toEqual({ status: 'processing' })
})

it('says why no money went back where M-Pesa refuses as soon as it is asked, once for all that it refuses', async () => {
  shop.deps.gateways.reversals = {
    ...fakeReversals(),
    reverse: async () => ({ kind: 'refused', code: '500.003.02', message: 'M-Pesa is busy. Try again shortly.' }),
  }
  await pay()
  await pay()
  const answer = await cancel()
  expect(answer.json<CancelledOrder>()).toMatchObject({
    order: { status: 'cancelled' },
    refunds: [{ status: 'failed' }, { status: 'failed' }],
    problem: 'M-Pesa is busy. Try again shortly.',
  })
})

describe('an order whose money is not what its form has shown', () => {
  const read = async (paymentId: string) => {
    const { left } = (await send('GET', `payments/${paymentId}/refunds`)).json<RefundList>()
    return { paymentId, left }
  }
  const cancelShown = (more: object) => send('POST', `orders/${order.id}/cancel`, { reason: 'Sold out', ...more })
  const refunds = () =>
    shop.query('select r.id from payment_refunds r join payments p on p.id = r.payment_id where p.order_id = $1', [
      order.id,
    ])

  it.each(['none', 'manual'])('stays as it is where it was paid twice since (%s)', async (refund) => {
    const first = await read(await pay())
    const second = await pay()
    const answer = await cancelShown({ refund, money: [first] })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'STALE'])
    expect([await statusNow(), await refunds()]).toEqual([{ status: 'processing' }, []])
    const [flag] = await shop.query('select attention from payments where id = $1', [second])
    expect(flag).toEqual({ attention: 'paid-twice' })
    const again = await cancelShown({ refund, money: [await read(second), first] })
    expect(again.json<CancelledOrder>()).toMatchObject({ order: { status: 'cancelled' }, problem: null })
  })

  it.each([
    ['its version', async () => ({ updatedAt: order.updatedAt.toISOString() })],
    ['its money', async () => ({ money: [] })],
  ])('says so before it asks for a password that its form has no field for: %s', async (_what, shown) => {
    const read = await shown()
    await pay()
    const answer = await cancelShown({ refund: 'provider', ...read })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'STALE'])
  })

  it('stays as it is where a part of it went back since', async () => {
    const shown = await read(await pay())
    await send('POST', `payments/${shown.paymentId}/refunds`, { amount: 100_000, way: 'manual', reason: 'Broken cap' })
    const answer = await cancelShown({ refund: 'manual', money: [shown] })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'STALE'])
  })

  it('is cancelled where money that had gone back wholly was not named', async () => {
    const { paymentId, left } = await read(await pay())
    await send('POST', `payments/${paymentId}/refunds`, { amount: left, way: 'manual', reason: 'Broken cap' })
    expect((await cancelShown({ money: [] })).statusCode).toBe(200)
  })
})
