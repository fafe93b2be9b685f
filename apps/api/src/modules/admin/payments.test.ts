import type { PaymentAnalytics } from '@marashi/domain/contracts/admin-payments'
import { describe, expect, it } from 'vitest'
import { logIn, makeOrder, makePayment } from '../../testing/factories.ts'
import { openPaymentHarness } from '../../testing/payment-harness.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

const { shop, order, form, call, create, list, events, orderNow, paidByPrompt } = openPaymentHarness()
const analytics = async () => (await call('GET', '/analytics')).json<PaymentAnalytics>()
const nowhere = '11111111-1111-4111-8111-111111111111'

describe('POST /api/admin/payments', () => {
  it('reads back the cents that were posted and stores shillings', async () => {
    const posted = { amount: 485_050, processingFee: 1_234, transactionId: 'TX1', receipt_number: 'R1' }
    const record = await create(posted)
    expect(record).toMatchObject({
      ...posted,
      transactionId: 'TX1',
      receiptNumber: 'R1',
      orderNumber: order().orderNumber,
    })
    expect(await shop().query('select amount, processing_fee from payments')).toEqual([
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
    expect((await create({ orderId: order().orderNumber.toLowerCase() })).orderId).toBe(order().id)
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

  it('refuses a key that enters another amount than the order costs, unless it is meant', async () => {
    const payload = { name: 'Books', scopes: ['payments:write'] }
    const headers = await logIn(shop().deps.orm)
    const made = await shop().app.inject({ method: 'POST', url: '/api/admin/api-keys', headers, payload })
    const enter = (more: object) =>
      shop().app.inject({
        method: 'POST',
        url: '/api/admin/payments',
        headers: { authorization: `Bearer ${made.json().key}` },
        payload: form(more),
      })
    const total = order().total
    const refused = await enter({ amount: total })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'AMOUNT_DIFFERS'])
    expect(refused.json().fields.amount).toContain(`${total * 100} cents`)
    expect(await shop().query('select from payments')).toEqual([])
    expect((await enter({ amount: total, isOtherAmountMeant: true })).statusCode).toBe(201)
    expect((await enter({ amount: total * 100 })).statusCode).toBe(201)
    expect((await create({ amount: 1 })).amount).toBe(1)
  })

  it('flags an amount that is not the order’s', async () => {
    expect(await create({ status: 'completed', amount: 100 })).toMatchObject({ attention: 'amount-mismatch' })
  })

  it.each(['transactionId', 'receipt_number'])('refuses a %s that another payment has', async (field) => {
    await paidByPrompt('TJK0000009')
    await create({ transactionId: 'TX9' })
    for (const used of ['TJK0000009', 'TX9']) {
      const answer = await call('POST', '', form({ [field]: used }))
      expect(answer.statusCode).toBe(409)
      expect(answer.json().fields).toHaveProperty(field)
    }
    expect((await list()).total).toBe(2)
  })

  it('refuses a callback whose receipt was entered manually', async () => {
    const attempt = await makePayment(shop().deps.orm, order())
    await create({ status: 'completed', transactionId: 'TJK0000002' })
    const outcome = { source: 'callback', kind: 'succeeded', receipt: 'TJK0000002' } as const
    const settlement = await settlePayment(
      { em: shop().deps.orm.em.fork(), clock: shop().deps.clock },
      attempt.id,
      outcome,
    )
    expect(settlement).toEqual({ result: 'refused', reason: 'receipt-used' })
  })
})

describe('DELETE /api/admin/payments/{id}', () => {
  const remove = async (id: string) => (await call('DELETE', `/${id}`)).statusCode

  it('removes a manual payment from lists, sums and order, and frees its reference', async () => {
    const { id } = await create({ status: 'completed', transactionId: 'TX6' })
    expect(await remove(id)).toBe(204)
    expect(await remove(id)).toBe(404)
    expect((await list()).total).toBe(0)
    expect(await analytics()).toEqual({
      totalPayments: 0,
      successfulPayments: 0,
      totalRevenue: 0,
      totalRevenueCents: 0,
      failedPayments: 0,
    })
    expect(await orderNow()).toMatchObject({ paid: false, mpesa_status: null, receipt: null })
    expect((await events(id)).length).toBe(3)
    await create({ transactionId: 'TX6' })
  })

  it('keeps money that a gateway moved', async () => {
    const id = await paidByPrompt()
    expect(await remove(id)).toBe(409)
    expect(await orderNow()).toMatchObject({ paid: true })
  })

  it('puts a second payment in the place of the one that is removed', async () => {
    const manual = await create({ status: 'completed' })
    const prompt = await paidByPrompt('TJK0000004')
    expect(await remove(manual.id)).toBe(204)
    expect((await list()).payments).toMatchObject([{ id: prompt, isSurplus: false, attention: null }])
    expect(await orderNow()).toMatchObject({ paid: true, receipt: 'TJK0000004' })
  })

  it('lists a removed attempt again when its money arrives after all', async () => {
    const attempt = await makePayment(shop().deps.orm, order())
    expect(await remove(attempt.id)).toBe(204)
    const outcome = { source: 'callback', kind: 'succeeded', receipt: 'TJK0000005' } as const
    await settlePayment({ em: shop().deps.orm.em.fork(), clock: shop().deps.clock }, attempt.id, outcome)
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
    expect(await list('offset=9')).toEqual({ payments: [], total: 4, nextCursor: null })
    expect(await analytics()).toEqual({
      totalPayments: 4,
      successfulPayments: 1,
      totalRevenue: 485_000,
      totalRevenueCents: 485_000,
      failedPayments: 2,
    })
  })

  it('searches order id, order number, transaction id and receipts, and takes % and _ as they are', async () => {
    const other = await makeOrder(shop().deps.orm)
    await create({ orderId: other.id, transactionId: 'AXB' })
    const { id } = await create({ transactionId: 'TX_8%', receipt_number: 'REC8' })
    for (const search of [
      order().id,
      order().orderNumber.toLowerCase(),
      'tx_8%',
      '_',
      '%',
      'rec8',
      order().id.slice(0, 13),
      id,
    ]) {
      const found = await list(`search=${encodeURIComponent(search)}`)
      expect({ search, total: found.total, ids: found.payments.map((each) => each.id) }).toEqual({
        search,
        total: 1,
        ids: [id],
      })
    }
    expect(await list('search=tx_8%25&status=failed')).toEqual({ payments: [], total: 0, nextCursor: null })
    expect(await list('search=amina')).toEqual({ payments: [], total: 0, nextCursor: null })
    expect(await list('search=rec8&offset=5')).toEqual({ payments: [], total: 1, nextCursor: null })
  })
})

describe('POST /api/admin/payments/{id}/attention', () => {
  it('clears the flag and records which it was', async () => {
    await paidByPrompt()
    const { id } = await create({ status: 'completed' })
    expect((await call('POST', `/${id}/attention`)).json()).toMatchObject({ attention: null, isSurplus: true })
    const count = (await events(id)).length
    expect((await call('POST', `/${id}/attention`)).statusCode).toBe(200)
    expect((await events(id)).length).toBe(count)
    expect((await call('POST', `/${nowhere}/attention`)).statusCode).toBe(404)
  })
})
