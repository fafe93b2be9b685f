import type { PaymentAnalytics, PaymentList, PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../testing/factories.ts'
import type { Order } from '../orders/order.entity.ts'
import { settlePayment } from '../payments/settle-payment.ts'

let shop: TestApp
let headers: { cookie: string }
let order: Order
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from orders')
  order = await makeOrder(shop.deps.orm, { total: 4_850 })
})

const nowhere = '11111111-1111-4111-8111-111111111111'
const form = (change: object = {}) => ({
  orderId: order.id,
  paymentMethod: 'mpesa',
  amount: 485_000,
  status: 'pending',
  ...change,
})
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  shop.app.inject({ method, url: `/api/admin/payments${path}`, headers, ...(payload && { payload }) })
async function create(change: object = {}): Promise<PaymentRecord> {
  const answer = await call('POST', '', form(change))
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 201 })
  return answer.json()
}
const list = async (query = '') => (await call('GET', `?${query}`)).json<PaymentList>()
const analytics = async () => (await call('GET', '/analytics')).json<PaymentAnalytics>()
const events = (id: string) =>
  shop.query(
    `select source, from_status, to_status from payment_events where payment_id = $1 order by payment_events.id`,
    [id],
  )
const orderNow = async (id = order.id) =>
  (
    await shop.query(
      'select status, paid_at is not null as paid, mpesa_status, mpesa_receipt_number as receipt, payment_method from orders where id = $1',
      [id],
    )
  )[0]

/** A prompt that the shopper paid. */
async function paidByPrompt(receipt = 'TJK0000001'): Promise<string> {
  const { id } = await makePayment(shop.deps.orm, order)
  const evidence = { source: 'callback', outcome: 'succeeded', receipt } as const
  await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, id, evidence)
  return id
}

/** What the edit dialog sends when nothing was touched (specification §2). */
const untouched = (payment: PaymentRecord) => ({
  orderId: payment.orderNumber,
  paymentMethod: payment.paymentMethod,
  amount: payment.amount,
  status: payment.status,
  transactionId: payment.receipt_number ?? '',
  processingFee: payment.processingFee,
  updatedAt: payment.updatedAt,
})

describe('POST /api/admin/payments', () => {
  it('reads back the cents that were posted and stores shillings', async () => {
    const posted = { amount: 485_050, processingFee: 1_234, transactionId: 'TX1', receipt_number: 'R1' }
    const record = await create(posted)
    expect(record).toMatchObject({
      ...posted,
      transactionId: 'TX1',
      receiptNumber: 'R1',
      orderNumber: order.orderNumber,
    })
    expect(await shop.query('select amount, processing_fee from payments')).toEqual([
      { amount: '4850.50', processing_fee: '12.34' },
    ])
  })

  it('takes the largest amount a column can hold, and not one cent less than one', async () => {
    expect((await create({ amount: 9_999_999_900 })).amount).toBe(9_999_999_900)
    for (const amount of [0, -1, 1.5, '100', null, 9_999_999_901, 1e21]) {
      expect((await call('POST', '', form({ amount }))).statusCode).toBe(400)
    }
  })

  it('finds the order by its number, in any case', async () => {
    expect((await create({ orderId: order.orderNumber.toLowerCase() })).orderId).toBe(order.id)
    for (const orderId of ['MR0', nowhere, '']) {
      const answer = await call('POST', '', form({ orderId }))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toHaveProperty('orderId')
    }
  })

  it('pays the order when it is completed', async () => {
    const record = await create({ status: 'completed', transactionId: 'TJK7' })
    expect(record).toMatchObject({ status: 'completed', isSurplus: false, attention: null, receipt_number: 'TJK7' })
    expect(await orderNow()).toMatchObject({ status: 'processing', paid: true, mpesa_status: 'paid', receipt: 'TJK7' })
    expect(await events(record.id)).toEqual([
      { source: 'administrator', from_status: null, to_status: 'pending' },
      { source: 'administrator', from_status: 'pending', to_status: 'completed' },
    ])
  })

  it.each(['pending', 'processing', 'failed', 'cancelled', 'refunded'])(
    'leaves the order alone as %s',
    async (status) => {
      expect((await create({ status })).status).toBe(status)
      expect(await orderNow()).toMatchObject({ status: 'pending', paid: false, mpesa_status: null })
    },
  )

  it('keeps money that came twice as surplus, flagged', async () => {
    await paidByPrompt()
    expect(await create({ status: 'completed' })).toMatchObject({ isSurplus: true, attention: 'paid-twice' })
  })

  it('flags an amount that is not the order’s', async () => {
    expect(await create({ status: 'completed', amount: 100 })).toMatchObject({ attention: 'amount-mismatch' })
  })

  it.each(['transactionId', 'receipt_number'])('refuses a %s that is on the books', async (field) => {
    await paidByPrompt('TJK0000009')
    await create({ transactionId: 'TX9' })
    for (const used of ['TJK0000009', 'TX9']) {
      const answer = await call('POST', '', form({ [field]: used }))
      expect(answer.statusCode).toBe(409)
      expect(answer.json().fields).toHaveProperty(field)
    }
    expect((await list()).total).toBe(2)
  })

  it('lets a callback not pay twice with a receipt that was entered by hand', async () => {
    const attempt = await makePayment(shop.deps.orm, order)
    await create({ status: 'completed', transactionId: 'TJK0000002' })
    const evidence = { source: 'callback', outcome: 'succeeded', receipt: 'TJK0000002' } as const
    const outcome = await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, attempt.id, evidence)
    expect(outcome).toEqual({ result: 'refused', reason: 'receipt-used' })
  })
})

describe('PUT /api/admin/payments/{id}', () => {
  const put = (id: string, payload: object) => call('PUT', `/${id}`, payload)
  const read = async (id: string) => (await list()).payments.find((payment) => payment.id === id) as PaymentRecord

  it.each([
    ['an empty one', {}],
    ['one with a transaction id', { transactionId: 'TX1', status: 'completed', processingFee: 0 }],
    ['one with a receipt', { receipt_number: 'R1', status: 'failed' }],
    ['one with both', { transactionId: 'TX1', receipt_number: 'R1', status: 'refunded' }],
  ])('changes nothing of %s when the dialog is saved untouched', async (_what, wish) => {
    const before = await create(wish)
    const eventsBefore = await events(before.id)
    const orderBefore = await orderNow()
    const answer = await put(before.id, untouched(before))
    expect(answer.json()).toEqual(before)
    expect(await events(before.id)).toEqual(eventsBefore)
    expect(await orderNow()).toEqual(orderBefore)
  })

  it('changes nothing of a gateway’s payment when the dialog is saved untouched', async () => {
    const before = await read(await paidByPrompt())
    expect((await put(before.id, untouched(before))).json()).toEqual(before)
  })

  it('edits the reference that the dialog shows, empties it, and tells the order', async () => {
    const first = await create({ transactionId: 'TX1', receipt_number: 'R1', status: 'completed' })
    const second = (await put(first.id, { ...untouched(first), transactionId: 'R2' })).json<PaymentRecord>()
    expect(second).toMatchObject({ receipt_number: 'R2', transactionId: 'TX1' })
    expect(await orderNow()).toMatchObject({ receipt: 'R2' })
    const third = (await put(first.id, { ...untouched(second), transactionId: '' })).json<PaymentRecord>()
    expect(third).toMatchObject({ receiptNumber: null, receipt_number: 'TX1' })
    const fourth = (await put(first.id, { ...untouched(third), transactionId: '' })).json<PaymentRecord>()
    expect(fourth).toMatchObject({ transactionId: null, receipt_number: null })
  })

  it('follows what is entered by hand in both directions', async () => {
    const { id } = await create({ status: 'completed' })
    for (const status of ['failed', 'completed', 'refunded', 'completed', 'pending']) {
      expect((await put(id, form({ status }))).json()).toMatchObject({ status })
      expect(await orderNow()).toMatchObject({ paid: status === 'completed' })
    }
    expect((await events(id)).map((event) => (event as { to_status: string }).to_status)).toEqual([
      'pending',
      'completed',
      'failed',
      'completed',
      'refunded',
      'completed',
      'pending',
    ])
  })

  it('moves a completed payment from one order to another', async () => {
    const other = await makeOrder(shop.deps.orm, { total: 4_850 })
    const { id } = await create({ status: 'completed', transactionId: 'TX5' })
    const answer = await put(id, form({ orderId: other.orderNumber, status: 'completed', transactionId: 'TX5' }))
    expect(answer.json()).toMatchObject({ orderId: other.id, status: 'completed' })
    expect(await orderNow()).toMatchObject({ paid: false, mpesa_status: null, receipt: null })
    expect(await orderNow(other.id)).toMatchObject({ paid: true, receipt: 'TX5' })
  })

  it('takes the flag off an amount that was put right', async () => {
    const { id } = await create({ status: 'completed', amount: 100 })
    expect((await put(id, form({ status: 'completed' }))).json()).toMatchObject({ amount: 485_000, attention: null })
  })

  it('lets a gateway’s money only be refunded, and a refund said by hand be taken back', async () => {
    const id = await paidByPrompt()
    const payment = await read(id)
    for (const change of [{ status: 'failed' }, { amount: 1 }, { paymentMethod: 'stripe' }, { transactionId: 'X' }]) {
      expect((await put(id, { ...untouched(payment), ...change })).statusCode).toBe(409)
    }
    expect(await read(id)).toEqual(payment)
    const refunded = (await put(id, { ...untouched(payment), status: 'refunded' })).json<PaymentRecord>()
    expect(refunded).toMatchObject({ status: 'refunded', refundedAmount: 485_000 })
    expect(await orderNow()).toMatchObject({ paid: false })
    expect((await put(id, { ...untouched(refunded), status: 'pending' })).statusCode).toBe(409)
    expect((await put(id, { ...untouched(refunded), status: 'completed' })).json()).toMatchObject({
      refundedAmount: null,
    })
    expect(await orderNow()).toMatchObject({ paid: true, receipt: 'TJK0000001' })
  })

  it('completes an attempt whose message never came, by the receipt on the statement', async () => {
    const attempt = await makePayment(shop.deps.orm, order)
    const answer = await put(attempt.id, form({ status: 'completed', transactionId: 'TJK0000003' }))
    expect(answer.json()).toMatchObject({ status: 'completed', mpesaReceiptNumber: 'TJK0000003', attention: null })
    expect(await orderNow()).toMatchObject({ paid: true, receipt: 'TJK0000003' })
  })

  it('keeps the edit of the tab that saved first', async () => {
    const before = await create()
    await put(before.id, { ...untouched(before), amount: 100 })
    const late = await put(before.id, { ...untouched(before), amount: 200 })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'STALE' })
    expect((await put(nowhere, form())).statusCode).toBe(404)
  })
})

describe('DELETE /api/admin/payments/{id}', () => {
  const remove = async (id: string) => (await call('DELETE', `/${id}`)).statusCode

  it('takes what was entered by hand off lists, sums and order, and frees its reference', async () => {
    const { id } = await create({ status: 'completed', transactionId: 'TX6' })
    expect(await remove(id)).toBe(204)
    expect(await remove(id)).toBe(404)
    expect((await list()).total).toBe(0)
    expect(await analytics()).toEqual({ totalPayments: 0, successfulPayments: 0, totalRevenue: 0, failedPayments: 0 })
    expect(await orderNow()).toMatchObject({ paid: false, mpesa_status: null, receipt: null })
    expect((await events(id)).length).toBe(3)
    await create({ transactionId: 'TX6' })
  })

  it('keeps money that a gateway moved', async () => {
    const id = await paidByPrompt()
    expect(await remove(id)).toBe(409)
    expect(await orderNow()).toMatchObject({ paid: true })
  })

  it('lets money that came twice take its place', async () => {
    const byHand = await create({ status: 'completed' })
    const prompt = await paidByPrompt('TJK0000004')
    expect(await remove(byHand.id)).toBe(204)
    expect((await list()).payments).toMatchObject([{ id: prompt, isSurplus: false, attention: null }])
    expect(await orderNow()).toMatchObject({ paid: true, receipt: 'TJK0000004' })
  })

  it('brings an attempt back when its money comes after all', async () => {
    const attempt = await makePayment(shop.deps.orm, order)
    expect(await remove(attempt.id)).toBe(204)
    const evidence = { source: 'callback', outcome: 'succeeded', receipt: 'TJK0000005' } as const
    await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, attempt.id, evidence)
    expect((await list()).payments).toMatchObject([{ id: attempt.id, status: 'completed', attention: 'late' }])
  })
})

describe('GET /api/admin/payments', () => {
  it('filters, pages newest first and counts all that fit', async () => {
    await create({ status: 'completed', paymentMethod: 'stripe' })
    for (const status of ['failed', 'failed', 'pending']) await create({ status })
    expect(await list('method=mpesa&status=failed&limit=1')).toMatchObject({
      total: 2,
      payments: [{ status: 'failed' }],
    })
    expect((await list('method=stripe')).total).toBe(1)
    expect((await list('limit=2&offset=3')).payments).toMatchObject([{ paymentMethod: 'stripe' }])
    expect(await list('offset=9')).toEqual({ payments: [], total: 4 })
    expect(await analytics()).toEqual({
      totalPayments: 4,
      successfulPayments: 1,
      totalRevenue: 485_000,
      failedPayments: 2,
    })
  })

  it('searches order id, order number, transaction id and receipts, and takes % and _ as they are', async () => {
    const other = await makeOrder(shop.deps.orm)
    await create({ orderId: other.id, transactionId: 'AXB' })
    const { id } = await create({ transactionId: 'TX_8%', receipt_number: 'REC8' })
    for (const search of [
      order.id,
      order.orderNumber.toLowerCase(),
      'tx_8%',
      '_',
      '%',
      'rec8',
      order.id.slice(0, 13),
      id,
    ]) {
      const found = await list(`search=${encodeURIComponent(search)}`)
      expect({ search, total: found.total, ids: found.payments.map((each) => each.id) }).toEqual({
        search,
        total: 1,
        ids: [id],
      })
    }
    expect(await list('search=tx_8%25&status=failed')).toEqual({ payments: [], total: 0 })
    expect(await list('search=amina')).toEqual({ payments: [], total: 0 })
    expect(await list('search=rec8&offset=5')).toEqual({ payments: [], total: 1 })
  })
})

describe('POST /api/admin/payments/{id}/attention', () => {
  it('takes the flag off and writes down which', async () => {
    await paidByPrompt()
    const { id } = await create({ status: 'completed' })
    expect((await call('POST', `/${id}/attention`)).json()).toMatchObject({ attention: null, isSurplus: true })
    const count = (await events(id)).length
    expect((await call('POST', `/${id}/attention`)).statusCode).toBe(200)
    expect((await events(id)).length).toBe(count)
    expect((await call('POST', `/${nowhere}/attention`)).statusCode).toBe(404)
  })
})
