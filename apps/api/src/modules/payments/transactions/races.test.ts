import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { confirmationBody, newReceipt, ownShortcode, postConfirmations } from '../../../testing/confirmation-harness.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { asAnotherRequest } from '../../../testing/refuse-second-connections.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { settleFreePayments } from '../settlement/settle-free-payments.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { lockTransaction } from './lock-transaction.ts'
import { matchTransactions } from './match-transactions.ts'

const ROUNDS = 15

let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp({ env: ownShortcode })
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

const ctx = () => ({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
const post = async (url: string, payload: object) =>
  (await shop.app.inject({ method: 'POST', url: `/api/admin/${url}`, headers, payload })).statusCode
const callback = (paymentId: string, receipt: string) =>
  settlePayment(ctx(), paymentId, { source: 'callback', kind: 'succeeded', amountShillings: 4_500, receipt })
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
async function unmatchedLine() {
  const body = confirmationBody()
  await postConfirmations(shop, body)
  const [line] = await shop.query<{ id: string }>('select id from gateway_transactions where reference = $1', [
    body.TransID,
  ])
  return { id: line?.id ?? '', body, receipt: body.TransID }
}
async function assignedToAttempt() {
  const { id, receipt } = await unmatchedLine()
  const order = await makeOrder(shop.deps.orm)
  const attempt = await makePayment(shop.deps.orm, order)
  expect(await post(`transactions/${id}/assign`, { orderId: order.id })).toBe(200)
  return { id, receipt, attempt }
}

/** One movement of money is on one payment at most, in whatever column, and the line points to it. */
async function expectBookedOnce(receipt: string) {
  const holders = await shop.query<{ id: string }>(
    `select id from payments where status = 'completed' and deleted_at is null
     and $1 in (upper(provider_receipt), upper(transaction_id), upper(receipt_number))`,
    [receipt],
  )
  expect(holders).toHaveLength(1)
  await matchTransactions(ctx())
  expect(await shop.query('select payment_id from gateway_transactions where reference = $1', [receipt])).toEqual([
    { payment_id: holders[0]?.id },
  ])
}

describe('the same money', () => {
  it('assigned to two orders at once pays one of them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, receipt } = await unmatchedLine()
      const orders = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
      const answers = await Promise.all(orders.map(({ id: orderId }) => post(`transactions/${id}/assign`, { orderId })))
      expect(answers.toSorted()).toEqual([200, 409])
      await expectBookedOnce(receipt)
    }
  })

  it('assigned while the callback of an attempt of that order brings it is booked once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, receipt } = await unmatchedLine()
      const order = await makeOrder(shop.deps.orm)
      const attempt = await makePayment(shop.deps.orm, order)
      const [status] = await Promise.all([
        post(`transactions/${id}/assign`, { orderId: order.id }),
        callback(attempt.id, receipt),
        matchTransactions(ctx()),
      ])
      expect([200, 409]).toContain(status)
      await expectBookedOnce(receipt)
    }
  })

  it('assigned while the callback of another order’s attempt brings it is booked once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, receipt } = await unmatchedLine()
      const attempt = await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))
      await Promise.all([
        post(`transactions/${id}/assign`, { orderId: (await makeOrder(shop.deps.orm)).id }),
        callback(attempt.id, receipt),
      ])
      await expectBookedOnce(receipt)
    }
  })

  it('assigned while it is reported again is booked once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, body, receipt } = await unmatchedLine()
      const order = await makeOrder(shop.deps.orm)
      await Promise.all([
        post(`transactions/${id}/assign`, { orderId: order.id }),
        postConfirmations(shop, { ...body, OrgAccountBalance: `${round}` }, { ...body, InvoiceNumber: `${round}` }),
      ])
      await expectBookedOnce(receipt)
    }
  })

  it('assigned while the administrator types its receipt in another tab is booked once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, receipt } = await unmatchedLine()
      const order = await makeOrder(shop.deps.orm)
      const typed = { orderId: order.id, paymentMethod: 'mpesa', amount: 450_000, status: 'completed' }
      await Promise.all([
        post(`transactions/${id}/assign`, { orderId: order.id }),
        post('payments', { ...typed, receipt_number: receipt.toLowerCase() }),
      ])
      await expectBookedOnce(receipt)
    }
  })

  it('assigned, taken off and dismissed at once is never both of an order and dismissed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await unmatchedLine()
      const order = await makeOrder(shop.deps.orm)
      await Promise.all([
        post(`transactions/${id}/assign`, { orderId: order.id }),
        post(`transactions/${id}/dismiss`, { reason: 'x' }),
        post(`transactions/${id}/unassign`, {}),
      ])
      const [now] = await shop.query<{ paid: boolean; held: boolean; dismissed: boolean }>(
        `select o.paid_at is not null as paid, t.payment_id is not null as held, t.dismissed_at is not null as dismissed
         from orders o, gateway_transactions t where o.id = $1 and t.id = $2`,
        [order.id, id],
      )
      expect(now?.paid).toBe(now?.held)
      expect(now?.held && now.dismissed).toBe(false)
    }
  })

  it('taken off an order at the moment at which its own report comes never waits for what waits for it', async () => {
    const { id, receipt, attempt } = await assignedToAttempt()
    const { report } = await ctx().em.transactional(async (tx) => {
      await lockTransaction(tx, id)
      const report = asAnotherRequest(() => callback(attempt.id, receipt))
      await expect.poll(() => shop.query(waiting)).toHaveLength(1)
      await lockPayment(tx, attempt.id)
      return { report }
    })
    expect(await report).toMatchObject({ result: 'known' })
    expect(await post(`transactions/${id}/unassign`, {})).toBe(409)
  })

  it('whose own report comes with others is left to be settled alone, and they wait for nobody', async () => {
    const { id, receipt, attempt } = await assignedToAttempt()
    const outcome = { source: 'callback', kind: 'succeeded', amountShillings: 4_500, receipt } as const
    const reports = [{ paymentId: attempt.id, reference: undefined, outcome }]
    await ctx().em.transactional(async (tx) => {
      await lockTransaction(tx, id)
      const settled = asAnotherRequest(() =>
        ctx().em.transactional((together) => settleFreePayments(together, shop.deps.clock(), reports)),
      )
      expect(await settled).toEqual(new Map())
    })
  })

  it('of a hundred payments by hand at once pays a hundred orders', { timeout: 80_000 }, async () => {
    const orders = await Promise.all(Array.from({ length: 100 }, () => makeOrder(shop.deps.orm)))
    const numbers = await shop.query<{ number: string }>(
      'select order_number as number from orders where id = any($1)',
      [orders.map(({ id }) => id)],
    )
    const bodies = numbers.map(({ number }) => confirmationBody({ TransID: newReceipt(), BillRefNumber: number }))
    await postConfirmations(shop, ...bodies, ...bodies)
    expect(
      await shop.query('select from orders where id = any($1) and paid_at is not null', [orders.map(({ id }) => id)]),
    ).toHaveLength(100)
  })
})
