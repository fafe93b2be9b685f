import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { settlePayment } from './settle-payment.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

let receipts = 0
const newReceipt = () => `TJM${String(++receipts).padStart(7, '0')}`

async function call(method: 'POST' | 'PUT', path: string, payload: object) {
  const headers = await logIn(shop.deps.orm)
  return await shop.app.inject({ method, url: `/api/admin/payments${path}`, headers, payload })
}
const form = (orderId: string, change: object) => ({
  orderId,
  paymentMethod: 'mpesa',
  amount: 450_000,
  status: 'completed',
  ...change,
})
const callback = (paymentId: string, receipt: string) =>
  settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, paymentId, {
    source: 'callback',
    kind: 'succeeded',
    amountShillings: 4_500,
    receipt,
  })
const newOrder = () => makeOrder(shop.deps.orm)
const newAttempt = (order: Awaited<ReturnType<typeof newOrder>>) => makePayment(shop.deps.orm, order)

const stored = async (paymentId: string) =>
  (
    await shop.query<{ status: string }>(
      `select p.status, p.receipt_number as shown, p.provider_receipt as proved, p.transaction_id as "transactionId",
              o.mpesa_receipt_number as "onOrder"
       from payments p join orders o on o.id = p.order_id where p.id = $1`,
      [paymentId],
    )
  )[0]
const openFlags = async (paymentId: string) =>
  await shop.query(
    `select what, details ->> 'receipt' as receipt, details ->> 'receiptBefore' as before from payment_flags
     where payment_id = $1 and resolved_at is null order by id`,
    [paymentId],
  )

describe('the genuine receipt of an attempt', () => {
  it('takes the place of the one with which the administrator completed it, and is flagged', async () => {
    const order = await newOrder()
    const attempt = await newAttempt(order)
    const [typed, genuine] = [newReceipt(), newReceipt()]
    expect((await call('PUT', `/${attempt.id}`, form(order.id, { transactionId: typed }))).statusCode).toBe(200)
    expect(await stored(attempt.id)).toMatchObject({ status: 'completed', shown: typed, proved: null, onOrder: typed })
    await callback(attempt.id, genuine)
    await callback(attempt.id, genuine)
    expect(await stored(attempt.id)).toEqual({
      status: 'completed',
      shown: genuine,
      proved: genuine,
      transactionId: null,
      onOrder: genuine,
    })
    expect(await openFlags(attempt.id)).toEqual([{ what: 'another-receipt', receipt: genuine, before: typed }])
  })

  it('needs nobody where the administrator typed the same one', async () => {
    const order = await newOrder()
    const attempt = await newAttempt(order)
    const receipt = newReceipt()
    await call('PUT', `/${attempt.id}`, form(order.id, { transactionId: receipt.toLowerCase() }))
    await callback(attempt.id, receipt)
    expect(await stored(attempt.id)).toMatchObject({ shown: receipt, proved: receipt })
    expect(await openFlags(attempt.id)).toEqual([])
  })

  it('is kept and flagged where another one was typed before the money was booked', async () => {
    const order = await newOrder()
    const attempt = await newAttempt(order)
    const [typed, genuine] = [newReceipt(), newReceipt()]
    await call('PUT', `/${attempt.id}`, form(order.id, { status: 'pending', transactionId: typed }))
    expect(await callback(attempt.id, genuine)).toEqual({ result: 'settled', status: 'completed' })
    expect(await stored(attempt.id)).toMatchObject({ shown: genuine, proved: genuine, transactionId: null })
    expect(await openFlags(attempt.id)).toEqual([{ what: 'another-receipt', receipt: genuine, before: typed }])
  })

  it('that comes after the same money was entered by hand under a mistyped one is kept as more than was asked for', async () => {
    const order = await newOrder()
    const attempt = await newAttempt(order)
    await call('POST', '', form(order.id, { receipt_number: newReceipt() }))
    const genuine = newReceipt()
    expect(await callback(attempt.id, genuine)).toEqual({ result: 'settled', status: 'completed' })
    expect(await stored(attempt.id)).toMatchObject({ proved: genuine })
    expect(await openFlags(attempt.id)).toMatchObject([{ what: 'paid-twice', receipt: genuine }])
  })

  it('stays where a mistyped one is entered after it, which is flagged', async () => {
    const order = await newOrder()
    const attempt = await newAttempt(order)
    const genuine = newReceipt()
    await callback(attempt.id, genuine)
    const entered = (await call('POST', '', form(order.id, { receipt_number: newReceipt() }))).json()
    expect(await openFlags(entered.id)).toMatchObject([{ what: 'paid-twice' }])
    expect(await stored(attempt.id)).toMatchObject({ proved: genuine, onOrder: genuine })
    const edit = await call('PUT', `/${attempt.id}`, form(order.id, { transactionId: newReceipt() }))
    expect(edit.statusCode).toBe(409)
  })

  it('can be corrected by the administrator while only the administrator has named it', async () => {
    const order = await newOrder()
    const attempt = await newAttempt(order)
    const [typed, right] = [newReceipt(), newReceipt()]
    await call('PUT', `/${attempt.id}`, form(order.id, { transactionId: typed }))
    expect((await call('PUT', `/${attempt.id}`, form(order.id, { transactionId: right }))).statusCode).toBe(200)
    expect(await stored(attempt.id)).toMatchObject({ shown: right, onOrder: right })
  })
})

describe('a receipt that was typed for the wrong payment', () => {
  const typedFor = {
    'a payment entered by hand': async (receipt: string) =>
      (await call('POST', '', form((await newOrder()).id, { receipt_number: receipt }))).json().id,
    'a payment entered by hand, as its transaction id': async (receipt: string) =>
      (await call('POST', '', form((await newOrder()).id, { transactionId: receipt }))).json().id,
    'an attempt that the administrator completed': async (receipt: string) => {
      const order = await newOrder()
      const { id } = await newAttempt(order)
      await call('PUT', `/${id}`, form(order.id, { transactionId: receipt }))
      return id
    },
    'an attempt that is open': async (receipt: string) => {
      const order = await newOrder()
      const { id } = await newAttempt(order)
      await call('PUT', `/${id}`, form(order.id, { status: 'pending', transactionId: receipt }))
      return id
    },
  }
  it.each(Object.entries(typedFor))(
    '%s, settles the one that it is reported for, and both are flagged',
    async (_what, type) => {
      const receipt = newReceipt()
      const wrong = await type(receipt)
      const { status } = (await stored(wrong)) ?? {}
      const right = await newAttempt(await newOrder())
      expect(await callback(right.id, receipt)).toEqual({ result: 'settled', status: 'completed' })
      expect(await stored(right.id)).toMatchObject({ proved: receipt, onOrder: receipt })
      expect(await stored(wrong)).toEqual({ status, shown: null, proved: null, transactionId: null, onOrder: null })
      expect(await openFlags(right.id)).toMatchObject([{ what: 'receipt-used', receipt }])
      expect(await openFlags(wrong)).toMatchObject([{ what: 'receipt-used', receipt }])
    },
  )

  it('an open one of the same order, settles the one that it is reported for', async () => {
    const order = await newOrder()
    const receipt = newReceipt()
    await call('POST', '', form(order.id, { status: 'pending', receipt_number: receipt }))
    const attempt = await newAttempt(order)
    expect(await callback(attempt.id, receipt)).toEqual({ result: 'settled', status: 'completed' })
  })
})
