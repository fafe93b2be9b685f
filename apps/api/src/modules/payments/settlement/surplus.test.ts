import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testPassword } from '../../../testing/build-test-app.ts'
import { confirmationBody, newReceipt, ownShortcode, postConfirmations } from '../../../testing/confirmation-harness.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { fakeReversals } from '../../../testing/fake-gateways.ts'
import type { RefundReport } from '../providers/provider-refunds.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { settlePayment } from './settle-payment.ts'

let shop: TestApp
let headers: { cookie: string }
let asked = 0
const reverse = async () => ({ kind: 'accepted' as const, conversationId: `AG_${++asked}` })
beforeAll(async () => {
  shop = await buildTestApp({ env: ownShortcode, gateways: { reversals: { ...fakeReversals(), reverse } } })
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

async function post(path: string, payload: object) {
  const answer = await shop.app.inject({ method: 'POST', url: `/api/admin/${path}`, headers, payload })
  expect([answer.statusCode, answer.body]).toEqual([expect.any(Number), expect.any(String)])
  expect(answer.statusCode).toBeLessThan(300)
  return answer.json()
}

/** An order of Ksh 4,500 that is paid; answers its payment too. */
async function paidOrder() {
  const order = await makeOrder(shop.deps.orm)
  const attempt = await makePayment(shop.deps.orm, order)
  const ctx = { em: shop.deps.orm.em.fork(), clock: shop.deps.clock }
  const outcome = { source: 'callback', kind: 'succeeded', amountShillings: 4_500, receipt: newReceipt() } as const
  await settlePayment(ctx, attempt.id, outcome)
  return { id: order.id, paymentId: attempt.id }
}

/** Money by hand that the owner assigns to an order, which is paid already. */
async function addMoney(orderId: string, shillings: number) {
  const body = confirmationBody({ TransAmount: shillings.toFixed(2) })
  await postConfirmations(shop, body)
  const [line] = await shop.query<{ id: string }>('select id from gateway_transactions where reference = $1', [
    body.TransID,
  ])
  await post(`transactions/${line?.id}/assign`, { orderId })
}

const giveBack = (paymentId: string, cents = 450_000) =>
  post(`payments/${paymentId}/refunds`, { amount: cents, way: 'manual', reason: 'Returned', reference: newReceipt() })

const orderNow = async (id: string) =>
  (
    await shop.query(
      `select status, fulfilment, paid_at is not null as paid, refunded_at is not null as refunded,
              order_revenue(o)::int as revenue from orders o where id = $1`,
      [id],
    )
  )[0]
const moneyOf = (id: string) =>
  shop.query<{ id: string }>(
    `select id, amount::int as amount, status, is_surplus as surplus, array(
       select what || ' ' || (case when resolved_at is null then 'open' else 'resolved' end)
       from payment_flags where payment_id = p.id order by payment_flags.id) as flags
     from payments p where order_id = $1 order by created_at, id`,
    [id],
  )

describe('an order whose own money goes back', () => {
  it.each([100, 5_000])('is not paid by Ksh %i that came on top of it: that waits for the owner', async (shillings) => {
    const { id, paymentId } = await paidOrder()
    await addMoney(id, shillings)
    await giveBack(paymentId)
    expect(await orderNow(id)).toMatchObject({ fulfilment: null, paid: false, refunded: true, revenue: 0 })
    expect(await moneyOf(id)).toMatchObject([
      { amount: 4_500, status: 'refunded', surplus: false },
      {
        amount: shillings,
        status: 'completed',
        surplus: true,
        flags: ['paid-twice resolved', 'amount-mismatch open'],
      },
    ])
  })

  it('is not paid by money of which a part went back already', async () => {
    const { id, paymentId } = await paidOrder()
    await addMoney(id, 4_500)
    const surplus = (await moneyOf(id))[1]?.id ?? ''
    await giveBack(surplus, 50_000)
    await giveBack(paymentId)
    expect(await orderNow(id)).toMatchObject({ paid: false, revenue: 0 })
    expect((await moneyOf(id))[1]).toMatchObject({
      surplus: true,
      flags: ['paid-twice resolved', 'amount-mismatch open'],
    })
  })

  it('says to the cent what is left of money of which a part went back', async () => {
    const { id, paymentId } = await paidOrder()
    await addMoney(id, 4_500.1)
    const [surplus] = (await moneyOf(id)).filter((each) => each.id !== paymentId)
    await giveBack(surplus?.id ?? '', 100_020)
    await giveBack(paymentId)
    const [flag] = await shop.query(
      `select details from payment_flags where payment_id = $1 and what = 'amount-mismatch' and resolved_at is null`,
      [surplus?.id],
    )
    expect(flag).toEqual({ details: { amountShillings: 3_499.9, orderShillings: 4_500 } })
  })

  it('is paid by money of exactly its total, whatever came before that', async () => {
    const { id, paymentId } = await paidOrder()
    await addMoney(id, 100)
    await addMoney(id, 4_500)
    await giveBack(paymentId)
    expect(await orderNow(id)).toMatchObject({ fulfilment: 'to-pack', paid: true, refunded: false, revenue: 4_500 })
    expect(await moneyOf(id)).toMatchObject([
      { status: 'refunded' },
      { amount: 100, surplus: true, flags: ['paid-twice open'] },
      { amount: 4_500, surplus: false, flags: ['paid-twice resolved'] },
    ])
  })

  it('stays cancelled where the owner cancelled it with all of its money', async () => {
    const { id } = await paidOrder()
    await addMoney(id, 4_500)
    await post(`orders/${id}/cancel`, { reason: 'Sold out', refund: 'manual' })
    expect(await orderNow(id)).toMatchObject({ status: 'cancelled', paid: false, refunded: true, revenue: 0 })
    expect(await moneyOf(id)).toMatchObject([{ status: 'refunded' }, { status: 'refunded' }])
  })

  it('is not paid by money that is on its way back, which stays flagged', async () => {
    const { id, paymentId } = await paidOrder()
    await addMoney(id, 4_500)
    const [, surplus] = await moneyOf(id)
    await post(`payments/${surplus?.id}/refunds`, byProvider)
    await giveBack(paymentId)
    expect(await orderNow(id)).toMatchObject({ paid: false, revenue: 0 })
    expect((await moneyOf(id))[1]).toMatchObject({ status: 'completed', surplus: true, flags: ['paid-twice open'] })
  })
})

const byProvider = { amount: 450_000, way: 'provider', reason: 'Paid twice', password: testPassword }

describe('the money of an order that was cancelled or deleted', () => {
  const cancel = (id: string, refund: string) =>
    post(`orders/${id}/cancel`, { reason: 'Sold out', refund, password: testPassword })
  const remove = async (id: string) => {
    const answer = await shop.app.inject({ method: 'DELETE', url: `/api/admin/orders/${id}`, headers })
    expect(answer.statusCode).toBeLessThan(300)
  }
  const announced = async (id: string) =>
    await shop.query(
      `select (select count(*)::int from events where type = 'order.paid' and subject = $1::uuid::text) as paid,
              (select count(*)::int from payment_emails e join payments p on p.id = e.payment_id
               where p.order_id = $1 and e.refund_id is null) as receipts`,
      [id],
    )
  const settle = async (paymentId: string, report: RefundReport) => {
    const [refund] = await shop.query<{ id: string }>('select id from payment_refunds where payment_id = $1', [
      paymentId,
    ])
    const ctx = { em: shop.deps.orm.em.fork(), clock: shop.deps.clock }
    await settleRefund(ctx, refund?.id ?? '', { report, source: 'callback' })
  }
  const succeeded = { kind: 'succeeded' } as const
  const failed = { kind: 'failed', code: 'R000001', reason: 'Reversal failed' } as const

  it.each([
    ['cancelled', (id: string) => cancel(id, 'none')],
    ['deleted', remove],
  ])(
    'that came twice still shows the owner what to give back after it was %s and the first went back',
    async (_, end) => {
      const { id, paymentId } = await paidOrder()
      await addMoney(id, 4_500)
      await addMoney(id, 100)
      await end(id)
      await giveBack(paymentId)
      const flagged = { status: 'completed', surplus: true, flags: ['paid-twice open'] }
      expect(await moneyOf(id)).toMatchObject([{ status: 'refunded' }, flagged, flagged])
      expect(await orderNow(id)).toMatchObject({ paid: false, revenue: 0 })
      await giveBack((await moneyOf(id))[1]?.id ?? '')
      expect((await moneyOf(id))[1]).toMatchObject({ status: 'refunded', flags: ['paid-twice resolved'] })
    },
  )

  it('sends no receipt while both refunds are under way and the first one ends, and keeps a way out of each failure', async () => {
    const { id, paymentId } = await paidOrder()
    await addMoney(id, 4_500)
    await cancel(id, 'provider')
    const before = await announced(id)
    const surplus = (await moneyOf(id))[1]?.id ?? ''
    await settle(paymentId, succeeded)
    expect(await announced(id)).toEqual(before)
    expect(await orderNow(id)).toMatchObject({ status: 'cancelled', paid: false, refunded: true })
    await settle(surplus, failed)
    expect((await moneyOf(id))[1]).toMatchObject({ surplus: true, flags: ['paid-twice open', 'refund-failed open'] })
    await giveBack(surplus)
    expect((await moneyOf(id))[1]).toMatchObject({ status: 'refunded' })
  })

  it('that M-Pesa could not give back after all is flagged, and neither tells of a paid order nor sends a receipt', async () => {
    const { id, paymentId } = await paidOrder()
    await addMoney(id, 4_500)
    await cancel(id, 'provider')
    const before = await announced(id)
    const surplus = (await moneyOf(id))[1]?.id ?? ''
    for (const report of [succeeded, failed]) {
      for (const payment of [paymentId, surplus]) await settle(payment, report)
    }
    expect(await announced(id)).toEqual(before)
    expect(await orderNow(id)).toMatchObject({ status: 'cancelled', fulfilment: null, revenue: 0 })
    expect(await moneyOf(id)).toMatchObject([
      { status: 'completed', flags: ['refund-failed open'] },
      {
        status: 'completed',
        surplus: true,
        flags: ['paid-twice resolved', 'paid-twice open', 'refund-failed open'],
      },
    ])
    for (const payment of [paymentId, surplus]) await giveBack(payment)
    expect(await moneyOf(id)).toMatchObject([{ status: 'refunded' }, { status: 'refunded' }])
  })
})

it('flags money of another amount that the owner enters for an order that was cancelled', async () => {
  const { id } = await makeOrder(shop.deps.orm, { status: 'cancelled' })
  await post('payments', {
    orderId: id,
    paymentMethod: 'mpesa',
    amount: 10_000,
    status: 'completed',
    receipt_number: newReceipt(),
  })
  expect((await moneyOf(id))[0]).toMatchObject({ flags: ['order-cancelled open', 'amount-mismatch open'] })
})
