import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { confirmationBody, newReceipt, ownShortcode, postConfirmations } from '../../../testing/confirmation-harness.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { settlePayment } from './settle-payment.ts'

let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp({ env: ownShortcode })
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
  const body = confirmationBody({ TransAmount: `${shillings}.00` })
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
