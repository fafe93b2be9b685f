import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { describe, expect, it } from 'vitest'
import { makeOrder, makePayment } from '../../testing/factories.ts'
import { openPaymentHarness } from '../../testing/payment-harness.ts'
import { asAnotherRequest } from '../../testing/refuse-second-connections.ts'
import { lockPayment } from '../payments/settlement/lock-payment.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

const { shop, order, form, call, create, list, events, orderNow, paidByPrompt } = openPaymentHarness()
const nowhere = '11111111-1111-4111-8111-111111111111'

/** What the edit dialog sends when nothing was touched. */
const untouched = (payment: PaymentRecord) => ({
  orderId: payment.orderNumber,
  paymentMethod: payment.paymentMethod,
  amount: payment.amount,
  status: payment.status,
  transactionId: payment.receipt_number ?? '',
  processingFee: payment.processingFee,
  updatedAt: payment.updatedAt,
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

  it('keeps the status and the fee that a caller leaves out', async () => {
    const before = await create({ status: 'completed', processingFee: 500 })
    const { status: _status, processingFee: _fee, ...rest } = untouched(before)
    expect((await put(before.id, rest)).json()).toEqual(before)
    const { processingFee } = (await put(before.id, { ...rest, processingFee: null })).json<PaymentRecord>()
    expect(processingFee).toBeNull()
    expect(await orderNow()).toMatchObject({ paid: true })
  })

  it('edits and empties the reference that the dialog shows, on the order too', async () => {
    const first = await create({ transactionId: 'TX1', receipt_number: 'R1', status: 'completed' })
    const second = (await put(first.id, { ...untouched(first), transactionId: 'R2' })).json<PaymentRecord>()
    expect(second).toMatchObject({ receipt_number: 'R2', transactionId: 'TX1' })
    expect(await orderNow()).toMatchObject({ receipt: 'R2' })
    const third = (await put(first.id, { ...untouched(second), transactionId: '' })).json<PaymentRecord>()
    expect(third).toMatchObject({ receiptNumber: null, receipt_number: 'TX1' })
    const fourth = (await put(first.id, { ...untouched(third), transactionId: '' })).json<PaymentRecord>()
    expect(fourth).toMatchObject({ transactionId: null, receipt_number: null })
  })

  it.each([
    ['neither reference', {}, ['TX1', 'R1']],
    ['the receipt alone', { receipt_number: 'R2' }, ['TX1', 'R2']],
    ['the receipt alone, as it is', { receipt_number: 'R1' }, ['TX1', 'R1']],
    ['another transaction beside the receipt', { transactionId: 'TX2', receipt_number: 'R1' }, ['TX2', 'R1']],
    ['both anew', { transactionId: 'TX2', receipt_number: 'R2' }, ['TX2', 'R2']],
    ['no transaction beside the receipt', { transactionId: '', receipt_number: 'R1' }, [null, 'R1']],
    ['another transaction beside an empty receipt', { transactionId: 'TX2', receipt_number: null }, ['TX2', 'R1']],
  ])('takes what a program sends as it says: %s', async (_what, sent, [transactionId, receiptNumber]) => {
    const before = await create({ transactionId: 'TX1', receipt_number: 'R1', status: 'completed' })
    const { transactionId: _box, ...rest } = untouched(before)
    expect((await put(before.id, { ...rest, ...sent })).json()).toMatchObject({ transactionId, receiptNumber })
  })

  it('makes no receipt of the transaction id that it answers as one', async () => {
    const before = await create({ transactionId: 'TX1' })
    const { transactionId, receipt_number } = before
    expect((await put(before.id, { ...untouched(before), transactionId, receipt_number })).json()).toEqual(before)
  })

  it('keeps a transaction id that a program sends as the receipt instead', async () => {
    const before = await create({ transactionId: 'TX1' })
    const { transactionId: _box, ...rest } = untouched(before)
    const answer = await put(before.id, { ...rest, transactionId: null, receipt_number: 'TX1' })
    expect(answer.json()).toMatchObject({ transactionId: null, receiptNumber: 'TX1' })
  })

  it('empties a receipt without a transaction id where the dialog’s box is emptied, not where an answer comes back', async () => {
    const before = await create({ receipt_number: 'R1' })
    const { transactionId } = before
    expect((await put(before.id, { ...untouched(before), transactionId })).json()).toEqual(before)
    const answer = await put(before.id, { ...untouched(before), transactionId: '\u200b ' })
    expect(answer.json()).toMatchObject({ transactionId: null, receipt_number: null })
  })

  it('follows a manual payment in both directions', async () => {
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
    const other = await makeOrder(shop().deps.orm, { total: 4_850 })
    const { id } = await create({ status: 'completed', transactionId: 'TX5' })
    const answer = await put(id, form({ orderId: other.orderNumber, status: 'completed', transactionId: 'TX5' }))
    expect(answer.json()).toMatchObject({ orderId: other.id, status: 'completed' })
    expect(await orderNow()).toMatchObject({ paid: false, mpesa_status: null, receipt: null })
    expect(await orderNow(other.id)).toMatchObject({ paid: true, receipt: 'TX5' })
  })

  it.each([
    ['moved away', [{ orderId: 'other' }]],
    ['called failed', [{ status: 'failed' }]],
    ['moved to a card and called failed', [{ paymentMethod: 'stripe' }, { status: 'failed' }]],
    ['refunded, and called failed then', [{ status: 'refunded' }, { status: 'failed' }]],
    ['refunded, and removed then', [{ status: 'refunded' }, 'removed']],
    ['removed', ['removed']],
  ] as const)('leaves an order on delivery as one, whose payment was entered by mistake and is %s', async (_, acts) => {
    const other = await makeOrder(shop().deps.orm, { total: 4_850 })
    await shop().query(`update orders set payment_method = 'manual' where id = $1`, [order().id])
    const { id } = await create({ status: 'completed', transactionId: 'TX8' })
    const fulfilment = async () => (await shop().query('select fulfilment from orders where id = $1', [order().id]))[0]
    const untilThen: unknown[] = []
    for (const act of acts) {
      untilThen.push(await orderNow())
      const orderId = act !== 'removed' && 'orderId' in act ? other.id : order().id
      const answer =
        act === 'removed'
          ? await call('DELETE', `/${id}`)
          : await put(id, { ...untouched(await read(id)), ...act, orderId })
      expect(answer.statusCode).toBeLessThan(300)
    }
    for (const before of untilThen) expect(before).not.toMatchObject({ payment_method: 'manual' })
    expect(await orderNow()).toMatchObject({ paid: false, payment_method: 'manual' })
    expect(await fulfilment()).toEqual({ fulfilment: 'to-pack' })
    expect(await orderNow(other.id)).toMatchObject({ payment_method: 'mpesa' })
  })

  it('lets money that came twice pay an order on delivery, and leaves it as one where none of it had come', async () => {
    await shop().query(`update orders set payment_method = 'manual' where id = $1`, [order().id])
    const [first, second] = [await create({ status: 'completed' }), await create({ status: 'completed' })]
    await put(first.id, form({ status: 'failed' }))
    expect(await orderNow()).toMatchObject({ paid: true, payment_method: 'mpesa' })
    await put(second.id, form({ status: 'failed' }))
    expect(await orderNow()).toMatchObject({ paid: false, payment_method: 'manual' })
  })

  it.each(['here', 'elsewhere'])(
    'leaves an order paid that was paid twice, where one edit corrects %s the first payment and says that it failed',
    async (place) => {
      const other = await makeOrder(shop().deps.orm, { total: 4_850 })
      const { id } = await create({ status: 'completed', transactionId: 'TX6' })
      const second = await create({ status: 'completed', transactionId: 'TX7' })
      expect(second.attention).toBe('paid-twice')
      const change = place === 'here' ? { paymentMethod: 'stripe' } : { orderId: other.id, paymentMethod: 'stripe' }
      const answer = await put(id, form({ ...change, status: 'failed', transactionId: 'TX6' }))
      expect(answer.json()).toMatchObject({ ...change, status: 'failed' })
      expect(await orderNow()).toMatchObject({ paid: true, receipt: 'TX7' })
      expect(await orderNow(other.id)).toMatchObject({ paid: false, receipt: null })
      expect(await read(second.id)).toMatchObject({ isSurplus: false, attention: null })
    },
  )

  it('clears the flag of an amount that was corrected', async () => {
    const { id } = await create({ status: 'completed', amount: 100 })
    expect((await put(id, form({ status: 'completed' }))).json()).toMatchObject({ amount: 485_000, attention: null })
  })

  it('lets a gateway’s payment only be refunded, and a manual refund be undone', async () => {
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

  it('completes an attempt whose callback never came, by the receipt on the statement', async () => {
    const attempt = await makePayment(shop().deps.orm, order())
    const answer = await put(attempt.id, form({ status: 'completed', transactionId: 'TJK0000003' }))
    // M-Pesa itself has named no receipt yet.
    const receipts = { receipt_number: 'TJK0000003', mpesaReceiptNumber: null }
    expect(answer.json()).toMatchObject({ status: 'completed', ...receipts, attention: null })
    expect(await orderNow()).toMatchObject({ paid: true, receipt: 'TJK0000003' })
  })

  it('takes back an attempt that the administrator alone called paid, frees its receipt and asks about its prompt', async () => {
    const { id } = await makePayment(shop().deps.orm, order())
    await shop().query(`update payments set callback_token_hash = 'hash' where id = $1`, [id])
    const wrong = (await put(id, form({ status: 'completed', transactionId: 'TJK0000005' }))).json<PaymentRecord>()
    const answer = await put(id, { ...untouched(wrong), status: 'failed', processingFee: 100 })
    expect(answer.json()).toMatchObject({ status: 'failed', receipt_number: null, completedAt: null })
    expect(await orderNow()).toMatchObject({ paid: false, mpesa_status: null, receipt: null })
    expect(await shop().query('select id from payments where next_query_at is not null')).toEqual([{ id }])
    await create({ status: 'completed', transactionId: 'TJK0000005' })
    expect(await orderNow()).toMatchObject({ paid: true, receipt: 'TJK0000005' })
  })

  it('takes nothing back that the gateway itself calls paid, though it named no receipt', async () => {
    const { id } = await makePayment(shop().deps.orm, order())
    const outcome = { source: 'query', kind: 'succeeded' } as const
    await settlePayment({ em: shop().deps.orm.em.fork(), clock: shop().deps.clock }, id, outcome)
    for (const status of ['refunded', 'completed']) await put(id, { ...untouched(await read(id)), status })
    const answer = await put(id, { ...untouched(await read(id)), status: 'failed' })
    expect([answer.statusCode, answer.json().error]).toEqual([409, expect.stringContaining('has taken this money')])
    expect(await orderNow()).toMatchObject({ paid: true })
  })

  it('refuses to refund a payment that never arrived', async () => {
    const attempt = await makePayment(shop().deps.orm, order())
    const answer = await put(attempt.id, form({ status: 'refunded' }))
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toContain('No money has come')
    expect(await read(attempt.id)).toMatchObject({ status: 'processing' })
  })

  it('keeps the gateway’s receipt when a refund is undone', async () => {
    const { id } = await makePayment(shop().deps.orm, order())
    await put(id, form({ status: 'processing', transactionId: 'TYPED' }))
    const outcome = { source: 'callback', kind: 'succeeded', receipt: 'TJK0000009' } as const
    await settlePayment({ em: shop().deps.orm.em.fork(), clock: shop().deps.clock }, id, outcome)
    for (const status of ['refunded', 'completed']) await put(id, { ...untouched(await read(id)), status })
    expect(await read(id)).toMatchObject({ status: 'completed', mpesaReceiptNumber: 'TJK0000009' })
    expect(await orderNow()).toMatchObject({ receipt: 'TJK0000009' })
  })

  it('is refused without a version too where the payment was moved to a third order while it waited', async () => {
    const before = await create()
    const elsewhere = await makeOrder(shop().deps.orm)
    const { updatedAt: _version, ...payload } = untouched(before)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let late: ReturnType<typeof put> | undefined
    await shop()
      .deps.orm.em.fork()
      .transactional(async (tx) => {
        await lockPayment(tx, before.id)
        late = asAnotherRequest(() => put(before.id, { ...payload, amount: 200 }))
        await expect.poll(() => shop().query(waits)).toHaveLength(1)
        await tx.execute('update payments set order_id = ? where id = ?', [elsewhere.id, before.id])
      })
    expect((await late)?.json()).toMatchObject({ code: 'STALE' })
    expect((await read(before.id)).amount).toBe(before.amount)
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
